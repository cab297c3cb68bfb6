//! The page as a person meets it: what it shows, and what is typed and clicked. All selectors of the journeys are here.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use thirtyfour::prelude::*;

use crate::Trouble;

/// How long a state may take to come; a first start on a busy machine takes seconds.
const PATIENCE: Duration = Duration::from_secs(20);
/// Between two looks.
const LOOK_AGAIN: Duration = Duration::from_millis(40);

/// Waits until what is seen is as wanted, and gives it.
///
/// # Errors
/// When it never was; the trouble says what was seen last.
pub async fn until<T: Debug>(
    state: &str,
    see: impl AsyncFn() -> Result<T, Trouble>,
    wanted: impl Fn(&T) -> bool,
) -> Result<T, Trouble> {
    let begun = Instant::now();
    loop {
        let seen = see().await?;
        if wanted(&seen) {
            return Ok(seen);
        }
        if begun.elapsed() > PATIENCE {
            return Err(Trouble::NeverCame {
                state: state.into(),
                seconds: PATIENCE.as_secs(),
                seen: format!("{seen:?}"),
            });
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}

/// The page of a running app.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    driver: &'a WebDriver,
}

impl<'a> Page<'a> {
    pub(crate) fn of(driver: &'a WebDriver) -> Self {
        Self { driver }
    }

    /// Waits for the first paper, or for the empty library's words; the page of the last time, which takes no key, is neither.
    ///
    /// # Errors
    /// When neither comes.
    pub async fn opened(self) -> Result<(), Trouble> {
        until(
            "the reading view is painted",
            async || self.count("#app:not([inert]) :is(main article h1, main .empty)").await,
            |n| *n > 0,
        )
        .await?;
        Ok(())
    }

    /// What a script of the journey finds; `body` returns it.
    ///
    /// # Errors
    /// When the script throws.
    pub async fn script(self, body: &str, arguments: Vec<Value>) -> Result<Value, Trouble> {
        Ok(self.driver.execute(body, arguments).await?.json().clone())
    }

    /// What a script hands to its last argument, a function, within the driver's time limit for scripts.
    ///
    /// # Errors
    /// When the script throws or hands nothing over.
    pub async fn later(self, body: &str, arguments: Vec<Value>) -> Result<Value, Trouble> {
        Ok(self.driver.execute_async(body, arguments).await?.json().clone())
    }

    /// The text of the first element that matches; empty when there is none.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn text(self, css: &str) -> Result<String, Trouble> {
        let found =
            self.script("return document.querySelector(arguments[0])?.textContent ?? ''", vec![json!(css)]).await?;
        Ok(found.as_str().unwrap_or_default().trim().to_owned())
    }

    /// The texts of all elements that match.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn texts(self, css: &str) -> Result<Vec<String>, Trouble> {
        let body = "return [...document.querySelectorAll(arguments[0])].map((element) => element.textContent.trim())";
        let found = self.script(body, vec![json!(css)]).await?;
        let texts = found.as_array().map(Vec::as_slice).unwrap_or_default();
        Ok(texts.iter().filter_map(Value::as_str).map(str::to_owned).collect())
    }

    /// How many elements match.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn count(self, css: &str) -> Result<u64, Trouble> {
        let found = self.script("return document.querySelectorAll(arguments[0]).length", vec![json!(css)]).await?;
        Ok(found.as_u64().unwrap_or(0))
    }

    /// What the engine computed for a property of the first element that matches.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn style(self, css: &str, property: &str) -> Result<String, Trouble> {
        let body = "const element = document.querySelector(arguments[0]);\
                    return element ? getComputedStyle(element).getPropertyValue(arguments[1]) : ''";
        let found = self.script(body, vec![json!(css), json!(property)]).await?;
        Ok(found.as_str().unwrap_or_default().to_owned())
    }

    /// Name of the open paper.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn paper(self) -> Result<String, Trouble> {
        self.text("main article h1").await
    }

    /// Names in the library's list, as far as they are on screen.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn listed(self) -> Result<Vec<String>, Trouble> {
        self.texts("#library .item .name").await
    }

    /// Which finding has the reader's place: counted from 0, `None` before the first.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn finding(self) -> Result<Option<i64>, Trouble> {
        let body = "return Number(document.querySelector('.pair.current')?.dataset.finding ?? -1)";
        Ok(self.script(body, Vec::new()).await?.as_i64().filter(|at| *at >= 0))
    }

    /// Presses one key where the focus is, with modifiers held: `["Control", "f"]`.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn press(self, held: &[Key], key: impl Into<char>) -> Result<(), Trouble> {
        let key: char = key.into();
        let mut chain = self.driver.action_chain();
        for modifier in held {
            chain = chain.key_down(modifier.value());
        }
        chain = chain.key_down(key).key_up(key);
        for modifier in held.iter().rev() {
            chain = chain.key_up(modifier.value());
        }
        chain.perform().await?;
        Ok(())
    }

    /// Types text where the focus is.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn type_text(self, text: &str) -> Result<(), Trouble> {
        self.driver.action_chain().send_keys(text).perform().await?;
        Ok(())
    }

    /// Clicks the first element that matches.
    ///
    /// # Errors
    /// When there is none or it cannot be clicked.
    pub async fn click(self, css: &str) -> Result<(), Trouble> {
        self.driver.find(By::Css(css)).await?.click().await?;
        Ok(())
    }

    /// Where a word stands on the screen: left, top, right and bottom of its first place inside the first match.
    ///
    /// # Errors
    /// When the driver refuses; when the word stands nowhere, the driver's answer cannot be read as numbers.
    pub async fn box_of(self, css: &str, word: &str) -> Result<[i64; 4], Trouble> {
        let body = "const root = document.querySelector(arguments[0]);\
            const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);\
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {\
                const at = node.data.indexOf(arguments[1]);\
                if (at < 0) continue;\
                const range = document.createRange();\
                range.setStart(node, at);\
                range.setEnd(node, at + arguments[1].length);\
                const all = [...range.getClientRects()];\
                const [first, last] = [all[0], all.at(-1)];\
                return [first.left, first.top, last.right, last.bottom].map(Math.round);\
            }\
            return null;";
        let found = until(
            &format!("'{word}' is on the screen"),
            async || self.script(body, vec![json!(css), json!(word)]).await,
            Value::is_array,
        )
        .await?;
        let side = |at: usize| found.get(at).and_then(Value::as_i64).unwrap_or_default();
        Ok([side(0), side(1), side(2), side(3)])
    }

    /// Presses the mouse button at one point, moves to another one and lets it go there.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn drag(self, from: (i64, i64), to: (i64, i64)) -> Result<(), Trouble> {
        let between = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
        let chain = self.driver.action_chain().move_to(from.0, from.1).click_and_hold();
        chain.move_to(between.0, between.1).move_to(to.0, to.1).release().perform().await?;
        Ok(())
    }

    /// Moves the pointer to a point and lets it rest there.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn point_at(self, point: (i64, i64)) -> Result<(), Trouble> {
        self.driver.action_chain().move_to(point.0 + 1, point.1).move_to(point.0, point.1).perform().await?;
        Ok(())
    }

    /// Clicks a point.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn click_at(self, point: (i64, i64)) -> Result<(), Trouble> {
        self.driver.action_chain().move_to(point.0, point.1).click().perform().await?;
        Ok(())
    }

    /// Gives the window another size.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn resize(self, width: u32, height: u32) -> Result<(), Trouble> {
        self.driver.set_window_rect(0, 0, width, height).await?;
        Ok(())
    }

    /// Moves the focus to the first element that matches, as Tab would.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn focus(self, css: &str) -> Result<(), Trouble> {
        self.script("document.querySelector(arguments[0])?.focus()", vec![json!(css)]).await?;
        Ok(())
    }

    /// Waits until what the page holds now is on the screen: two frames for the page, two more for the compositor.
    ///
    /// # Errors
    /// When the engine draws no frames.
    pub async fn drawn(self) -> Result<(), Trouble> {
        let body = "const done = arguments[arguments.length - 1];\
            const frame = (left) => left === 0 ? done() : requestAnimationFrame(() => frame(left - 1));\
            frame(4);";
        self.driver.execute_async(body, Vec::new()).await?;
        Ok(())
    }

    /// Presses the key for the next paper and gives the time until the frame after the one that shows it, in
    /// milliseconds. Clock and frames are the engine's: driver and network do not count.
    ///
    /// # Errors
    /// When there is no next paper before the driver's time limit for scripts.
    pub async fn turn_ms(self) -> Result<f64, Trouble> {
        let body = "const done = arguments[arguments.length - 1];\
            const name = () => document.querySelector('main article h1')?.textContent;\
            const before = name();\
            const begun = performance.now();\
            document.querySelector('.scroller').dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }));\
            const look = () => requestAnimationFrame(() => name() === before ? look()\
                : requestAnimationFrame(() => done(performance.now() - begun)));\
            look();";
        let took = self.driver.execute_async(body, Vec::new()).await?;
        Ok(took.json().as_f64().unwrap_or(f64::NAN))
    }

    /// Opens the paper that stands `further` rows below the open one in the list, by a click, and gives the time until the
    /// frame after the one that shows it, in milliseconds.
    ///
    /// # Errors
    /// When it is not there before the driver's time limit for scripts.
    pub async fn open_ms(self, further: usize) -> Result<f64, Trouble> {
        let body = "const done = arguments[arguments.length - 1];\
            const name = () => document.querySelector('main article h1')?.textContent;\
            const before = name();\
            const rows = [...document.querySelectorAll('#library .item')];\
            const begun = performance.now();\
            (rows[rows.findIndex((row) => row.ariaCurrent) + arguments[0]] ?? rows.at(-1)).click();\
            const look = () => requestAnimationFrame(() => name() === before ? look()\
                : requestAnimationFrame(() => done(performance.now() - begun)));\
            look();";
        Ok(self.later(body, vec![json!(further)]).await?.as_f64().unwrap_or(f64::NAN))
    }

    /// Puts text into the open search field at the beginning of a frame, and gives how long after it the page has the
    /// answer, in milliseconds, and in which frame after it: that one is painted with the answer.
    ///
    /// # Errors
    /// When there is no answer before the driver's time limit for scripts.
    pub async fn answer_ms(self, text: &str) -> Result<[f64; 2], Trouble> {
        let body = "const done = arguments[arguments.length - 1];\
            const field = document.querySelector('#search-field');\
            const dialog = document.querySelector('dialog[open]');\
            const put = (text) => { field.value = text; field.dispatchEvent(new Event('input', { bubbles: true })); };\
            const after = (frames, then) => frames === 0 ? then() : requestAnimationFrame(() => after(frames - 1, then));\
            put('');\
            after(8, () => {\
                const begun = performance.now();\
                let [took, frames] = [0, 0];\
                const told = () => { if (took === 0 && dialog.querySelector('.state small')) took = performance.now() - begun; };\
                const watch = new MutationObserver(told);\
                watch.observe(dialog, { childList: true, subtree: true });\
                put(arguments[0]);\
                const look = () => { frames += 1; took > 0 ? (watch.disconnect(), done([took, frames])) : requestAnimationFrame(look); };\
                requestAnimationFrame(look);\
            });";
        let told = self.later(body, vec![json!(text)]).await?;
        let at = |nth: usize| told.get(nth).and_then(Value::as_f64).unwrap_or(f64::NAN);
        Ok([at(0), at(1)])
    }

    /// Waits until a paper of this name is open.
    ///
    /// # Errors
    /// When it is not.
    pub async fn shows(self, name: &str) -> Result<(), Trouble> {
        until(&format!("the paper '{name}' is open"), async || self.paper().await, |open| open == name).await?;
        Ok(())
    }

    /// Composes text in the focused field as an input method does, whose own window no journey can reach: its events, with
    /// the key that ends it told after the end, as some engines do.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn compose(self, text: &str, key: &str) -> Result<(), Trouble> {
        let body = "const [text, key] = arguments;\
            const field = document.activeElement;\
            const begun = field.value;\
            const tell = (event) => field.dispatchEvent(event);\
            const type = (words) => {\
                field.value = begun + words;\
                tell(new InputEvent('input', { bubbles: true, inputType: 'insertCompositionText', isComposing: true, data: words }));\
            };\
            tell(new CompositionEvent('compositionstart', { bubbles: true }));\
            for (const words of ['p', 'pin', 'pin yin']) {\
                tell(new KeyboardEvent('keydown', { key: words.at(-1), keyCode: 229, isComposing: true, bubbles: true, cancelable: true }));\
                type(words);\
            }\
            type(text);\
            tell(new CompositionEvent('compositionend', { bubbles: true, data: text }));\
            tell(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));";
        self.script(body, vec![json!(text), json!(key)]).await?;
        Ok(())
    }

    /// Makes marks through the page's own door: `count` of them, of six characters, over all passages of the open paper,
    /// a third of them with a note.
    ///
    /// # Errors
    /// When one is refused.
    pub async fn mark_many(self, count: usize) -> Result<(), Trouble> {
        let body = "const done = arguments[arguments.length - 1];\
            (async () => {\
                const { invoke } = window.__TAURI_INTERNALS__;\
                const paper = (await invoke('start')).paper;\
                const passages = paper.sections.flatMap(({ blocks }) => blocks)\
                    .flatMap((block) => block.kind === 'passage' ? [block.passage] : [block.claim, block.quote])\
                    .filter((passage) => passage && passage.text.length > 20);\
                const colors = ['yellow', 'green', 'blue', 'red'];\
                for (let at = arguments[0]; at < arguments[1]; at += 1) {\
                    const { id, text } = passages[at % passages.length];\
                    const start = (Math.floor(at / passages.length) * 7) % (text.length - 8);\
                    const stretches = [{ passage: id, span: { start, end: start + 6 } }];\
                    const note = at % 3 === 0 ? `第 **${at}** 条` : '';\
                    await invoke('annotate', { paper: paper.id, draft: { stretches, color: colors[at % 4], highlight: true, note, tags: at % 5 === 0 ? ['idea'] : [], bookmark: at % 11 === 0 } });\
                }\
            })().then(() => done('made'), (error) => done(JSON.stringify(error)));";
        // In parts: a script may not run for ever.
        for first in (0..count).step_by(50) {
            let made = self.later(body, vec![json!(first), json!(count.min(first + 50))]).await?;
            if made != "made" {
                return Err(Trouble::NotStarted(format!("marks: {made}")));
            }
        }
        Ok(())
    }

    /// Scrolls the text down and up again by `step` pixels a frame and gives the time between frames, in milliseconds.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn scroll_frames_ms(self, frames: usize, step: i64) -> Result<Vec<f64>, Trouble> {
        /// A script may not run for ever, and on a busy machine frames are slow.
        const PART: usize = 50;
        let body = "const done = arguments[arguments.length - 1];\
            const scroller = document.querySelector('.scroller');\
            let by = arguments[1];\
            const times = [];\
            const frame = (now) => {\
                times.push(now);\
                if (times.length > arguments[0]) return done([by, ...times.slice(1).map((time, at) => time - times[at])]);\
                const before = scroller.scrollTop;\
                scroller.scrollTop += by;\
                if (scroller.scrollTop === before) by = -by;\
                requestAnimationFrame(frame);\
            };\
            requestAnimationFrame(frame);";
        self.script("document.querySelector('.scroller').scrollTop = 0", Vec::new()).await?;
        let (mut by, mut times) = (json!(step), Vec::with_capacity(frames));
        while times.len() < frames {
            let part = self.later(body, vec![json!(PART.min(frames - times.len())), by]).await?;
            let mut found = part.as_array().cloned().unwrap_or_default().into_iter();
            by = found.next().ok_or_else(|| Trouble::NotStarted("no frame was drawn".into()))?;
            times.extend(found.filter_map(|time| time.as_f64()));
        }
        Ok(times)
    }
}
