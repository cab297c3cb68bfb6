//! The words that an export adds to the reader's own: names of sections and colours, in both languages.

use super::merge;
use crate::corpus::SectionKind;

/// In which language they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Simplified Chinese.
    Chinese,
}

impl Language {
    /// The one of the two.
    pub fn of(self, english: &'static str, chinese: &'static str) -> &'static str {
        match self {
            Self::English => english,
            Self::Chinese => chinese,
        }
    }

    /// The heading of a section where its form has none.
    pub fn section(self, kind: SectionKind) -> &'static str {
        match kind {
            SectionKind::Positioning => self.of("Positioning", "一句话定位"),
            SectionKind::Background => self.of("Background", "背景与动机"),
            SectionKind::Method => self.of("Method", "方法机制"),
            SectionKind::Evidence => self.of("Evidence", "实验与证据"),
            SectionKind::Review => self.of("Review", "审稿人视角"),
            SectionKind::Limitations => self.of("Limitations", "局限与保留意见"),
            SectionKind::FollowUp => self.of("Follow-up", "值得跟进"),
            SectionKind::Tldr => "TL;DR",
            SectionKind::Motivation => self.of("Motivation", "动机"),
            SectionKind::Result => self.of("Result", "结果"),
            SectionKind::Conclusion => self.of("Conclusion", "结论"),
            SectionKind::Abstract => self.of("Abstract", "摘要"),
            SectionKind::Notice => self.of("Notice", "说明"),
            SectionKind::Other => self.of("Other", "其他"),
        }
    }

    /// The name of a colour of highlights; an unknown one is called by its own name.
    pub fn color(self, color: &str) -> &str {
        match (self, color) {
            (Self::Chinese, "yellow") => "黄",
            (Self::Chinese, "green") => "绿",
            (Self::Chinese, "blue") => "蓝",
            (Self::Chinese, "red") => "红",
            _ => color,
        }
    }

    /// What stands in a file where both sides changed the same.
    pub fn conflict(self) -> merge::Words {
        merge::Words {
            yours: self.of("⚠ CONFLICT: in this file stood", "⚠ 冲突：此文件里原来写的是"),
            ours: self.of("⚠ In the notebook it is now", "⚠ 笔记本里现在是"),
            deleted: self.of(
                "⚠ CONFLICT: this note is deleted in the notebook, but you had changed it here",
                "⚠ 冲突：这条笔记已在笔记本中删除，但你在此文件里改过它",
            ),
        }
    }
}
