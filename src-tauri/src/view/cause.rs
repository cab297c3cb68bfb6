//! What is in the way, from the library's words to the wire's.

use library::notebook::Trouble;
use library::notes::NotesTrouble as Own;

use crate::wire::{Cause, NotesTrouble};

/// What is in the way.
pub(crate) fn cause(cause: &library::Cause) -> Cause {
    use library::Cause as Own;
    match cause {
        Own::Gone => Cause::Gone,
        Own::Full => Cause::Full,
        Own::FolderGone => Cause::FolderGone,
        Own::Forbidden => Cause::Forbidden,
        Own::Newer => Cause::Newer,
        Own::Stopped => Cause::Stopped,
        Own::NotAnArchive => Cause::NotAnArchive,
        Own::Foreign => Cause::Foreign,
        Own::WrongName(name) => Cause::WrongName { name: name.clone() },
        Own::Damaged(name) => Cause::Damaged { name: name.clone() },
        Own::TooLarge => Cause::TooLarge,
        Own::NoAnnotations => Cause::NoAnnotations,
        Own::ForeignId => Cause::ForeignId,
        Own::NoPaper => Cause::NoPaper,
        Own::NoSelector => Cause::NoSelector,
        Own::Other(message) => Cause::Other { message: message.clone() },
    }
}

/// What of the notebook cannot be read.
pub(crate) fn notes_trouble(trouble: &Own) -> NotesTrouble {
    match trouble {
        Own::Part(part) => part_trouble(part),
        Own::Document(document, why) => NotesTrouble::Document { document: document.clone(), cause: cause(why) },
        Own::Folder(why) => NotesTrouble::Folder { cause: cause(why) },
    }
}

fn part_trouble(trouble: &Trouble) -> NotesTrouble {
    match trouble {
        Trouble::Damaged(key) => NotesTrouble::Damaged { file: key.path() },
        Trouble::SetAside(key) => NotesTrouble::SetAside { file: key.path() },
        Trouble::Unknown(key) => NotesTrouble::Unknown { file: key.path() },
        Trouble::Unreadable(key, why) => NotesTrouble::Unreadable { file: key.path(), cause: cause(&why.into()) },
        Trouble::Waiting(count) => NotesTrouble::Waiting { count: u32::try_from(*count).unwrap_or(u32::MAX) },
        Trouble::Annotation(id) => NotesTrouble::Annotation { id: id.clone() },
        Trouble::Newer { .. } => NotesTrouble::Newer,
    }
}
