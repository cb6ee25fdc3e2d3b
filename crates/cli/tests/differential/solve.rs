//! `wythoff solve`: answers, checked by the definitions.

use oracle::{Answer, Choice, Credits, Game, Memory, Position, Question, Random, Twist, Winning};
use serde_json::Value;

use crate::Coverage;
use crate::program::{
    ENGINES, Reply, Work, check_name, has_to_answer, random_engine, read_json, read_position, read_positions, run,
    same, write_positions,
};

/// A question that is asked.
#[derive(Clone, Debug)]
pub(crate) struct SolveCase {
    pub(crate) game: Game,
    pub(crate) text: String,
    question: Question,
    engine: Option<&'static str>,
    /// Whether the text for people is read, too.
    as_text: bool,
}

impl SolveCase {
    pub(crate) fn random(game: &Game, text: String, random: &mut Random) -> Self {
        let large = if game.imitation().is_some() { 8 } else { 20 };
        let heap = |random: &mut Random| {
            let most = match random.number(0, 11) {
                0 => 3 * large,
                1..4 => large,
                _ => 6,
            };
            random.number(0, most)
        };
        let mut question = Question { at: (heap(random), heap(random)), ..Question::default() };
        if let Some(rules) = game.rules() {
            // Of imitation games the history is what matters.
            if random.chance(1, if game.imitation().is_some() { 2 } else { 10 }) {
                let length = random.number(1, 4);
                (question.history, question.at) = random_line(game, question.at, length, random);
            }
            let options = rules.options(question.at);
            let blocks = matches!(rules.twist, Twist::Block { .. });
            let proposes = matches!(rules.twist, Twist::Comply { .. });
            if random.chance(1, if blocks { 2 } else { 20 }) {
                question.blocked = Some(random_set(game, question.at, &options, random));
            }
            if random.chance(1, if proposes { 2 } else { 40 }) {
                question.proposed = Some(random_set(game, question.at, &options, random));
            }
        }
        let engine = random_engine(game, random);
        Self { game: game.clone(), text, question, engine, as_text: random.chance(1, 3) }
    }

    fn arguments_as(&self, json: bool) -> Vec<String> {
        let Question { at: (x, y), history, blocked, proposed } = &self.question;
        let mut arguments = vec!["solve".to_owned(), self.text.clone(), x.to_string(), y.to_string()];
        let mut option = |name: &str, value: String| arguments.push(format!("--{name}={value}"));
        if !history.is_empty() {
            option("history", write_positions(history));
        }
        for (name, positions) in [("blocked", blocked), ("proposed", proposed)] {
            if let Some(positions) = positions {
                option(name, write_positions(positions));
            }
        }
        if let Some(engine) = self.engine {
            option("engine", engine.to_owned());
        }
        arguments.extend(json.then(|| "--json".to_owned()));
        arguments
    }

    pub(crate) fn arguments(&self) -> Vec<String> {
        self.arguments_as(!self.as_text)
    }

    pub(crate) fn simpler(&self) -> Vec<Self> {
        let mut simpler = Vec::new();
        let plain = self.game.to_string();
        if self.text != plain {
            simpler.push(Self { text: plain, ..self.clone() });
        }
        let asking = |question: Question| Self { question, ..self.clone() };
        let question = &self.question;
        if self.as_text {
            simpler.push(Self { as_text: false, ..self.clone() });
        }
        if self.engine.is_some() {
            simpler.push(Self { engine: None, ..self.clone() });
        }
        for (list, set) in [
            (&question.blocked, (|question, list| question.blocked = list) as fn(&mut Question, Option<Vec<Position>>)),
            (&question.proposed, |question, list| question.proposed = list),
        ] {
            let Some(positions) = list else { continue };
            let fewer = (0..positions.len()).map(|index| {
                let mut positions = positions.clone();
                positions.remove(index);
                Some(positions)
            });
            for list in std::iter::once(None).chain(fewer) {
                let mut question = question.clone();
                set(&mut question, list);
                simpler.push(asking(question));
            }
        }
        if let [_, history @ ..] = question.history.as_slice() {
            simpler.push(asking(Question { history: history.to_vec(), ..question.clone() }));
        }
        let less =
            |number: usize| [number / 2, number.saturating_sub(1)].into_iter().filter(move |less| *less < number);
        let (x, y) = question.at;
        let nearer = less(x).map(|x| (x, y)).chain(less(y).map(|y| (x, y)));
        simpler.extend(nearer.map(|at| asking(Question { at, ..question.clone() })));
        let games = self.game.simpler().into_iter();
        simpler.extend(games.map(|game| Self { text: game.to_string(), game, ..self.clone() }));
        simpler
    }

    pub(crate) fn check(&self, coverage: &mut Coverage) -> Result<(), String> {
        let allowed = self.game.allows(&self.question);
        let bytes = match run(&self.arguments_as(true))? {
            Reply::Refusal(_) if !allowed => {
                coverage.count("solve refused that breaks the rules".to_owned());
                return Ok(());
            }
            Reply::Refusal(_) if !has_to_answer(&self.game, self.engine, Work::Position) => {
                coverage.count(format!("solve refused by {}", self.engine.unwrap_or("any engine")));
                return Ok(());
            }
            Reply::Refusal(message) => return Err(format!("refused: {message}")),
            Reply::Answer(_) if !allowed => return Err("answered a question that breaks the rules".to_owned()),
            Reply::Answer(bytes) => bytes,
        };
        coverage.count(format!("solve by {}", self.engine.unwrap_or("any engine")));
        let json = read_json(&bytes)?;
        check_name(&self.game, &self.text, json["game"].as_str().unwrap_or_default())?;
        same("position", &read_pair(&json["position"]), &Some(self.question.at))?;
        let method = json["method"].as_str().unwrap_or_default();
        if !ENGINES.contains(&method) || self.engine.is_some_and(|forced| forced != method) {
            return Err(format!("method: found {method}"));
        }
        let answer = read_answer(&json).ok_or("the document has not the keys of an answer")?;
        coverage.count(format!("solve {}", if answer.p { "P" } else { "N" }));
        self.game.check(&self.question, &answer)?;
        self.check_nim_value(&json)?;
        if json["nim_value"].is_u64() {
            coverage.count("solve with a nim-value".to_owned());
        }
        if self.as_text {
            coverage.count("solve as text".to_owned());
            match run(&self.arguments_as(false))? {
                Reply::Answer(text) => self.check_text(&text, &answer)?,
                Reply::Refusal(message) => return Err(format!("answered, but refused as text: {message}")),
            }
        }
        Ok(())
    }

    /// The nim-value, and for each smaller one the first option that has it.
    fn check_nim_value(&self, json: &Value) -> Result<(), String> {
        let (x, y) = self.question.at;
        let Some(values) = self.game.nim_values(x + 1, y + 1) else {
            return same("nim_value of a game that has none", &json.get("nim_value"), &None);
        };
        let value = values[y][x].ok_or("no cell")?;
        same("nim_value", &json["nim_value"], &value.into())?;
        let options = self.game.rules().ok_or("no rules")?.options((x, y));
        let first = |value: usize| options.iter().map(|(to, _)| *to).find(|to| values[to.1][to.0] == Some(value));
        let moves: Vec<Value> = (0..value)
            .map(|value| serde_json::json!({ "value": value, "to": first(value).map(|(x, y)| [x, y]) }))
            .collect();
        same("nim_moves", &json["nim_moves"], &moves.into())
    }

    /// The text for people says what the document says.
    fn check_text(&self, bytes: &[u8], answer: &Answer) -> Result<(), String> {
        let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
        let (first, _) = text.split_once('\n').ok_or("no line")?;
        let (x, y) = self.question.at;
        let winner = if answer.p { "P, the previous player wins" } else { "N, the next player wins" };
        let (name, rest) = first.rsplit_once(" at ").ok_or("no position")?;
        check_name(&self.game, &self.text, name)?;
        same("the first line ends", &rest, &format!("({x},{y}): {winner}").as_str())?;
        let mut read = Answer { p: answer.p, must_block: answer.p.then(Vec::new), ..Answer::default() };
        let mut credits = answer.credits.as_ref().map(|_| Credits {
            own: 0,
            opponent: 0,
            imitations: Vec::new(),
            forbidden: Vec::new(),
            dynamic: false,
        });
        let mut choices: Vec<Choice> = Vec::new();
        for line in text.lines().skip(2) {
            let more = line.strip_prefix("and ").and_then(|line| line.split_once(" more winning moves"));
            match more.map(|(count, why)| (count.parse::<usize>(), why)) {
                Some((Ok(count), ", which are not listed")) => read.left_out = count,
                Some((Ok(count), " (--json lists them all)")) => {
                    same(
                        "winning moves that are shown and counted",
                        &(read.winning.len() + count),
                        &answer.winning.len(),
                    )?;
                    read.winning.extend_from_slice(&answer.winning[read.winning.len()..]);
                }
                Some(_) => return Err(format!("the line `{line}` has no number")),
                None => {}
            }
            if more.is_some() {
                continue;
            }
            let indented = line.starts_with("  ");
            let Some((key, value)) = line.trim_start().split_once(": ") else {
                let about = format!("the outcome of ({x},{y}) ");
                match (&mut credits, line.strip_prefix(&about)) {
                    (Some(credits), Some("depends on the history")) => credits.dynamic = true,
                    (Some(_), Some("does not depend on the history")) => {}
                    _ => return Err(format!("the line `{line}` says nothing that is known")),
                }
                continue;
            };
            match (key, &mut credits) {
                ("to block", _) => read.must_block = Some(read_positions(value)?),
                ("to propose", _) => read.propose = Some(read_positions(value)?),
                ("winning move", _) if indented => {
                    choices.last_mut().ok_or("a move before any l")?.winning.push(read_winning(value)?);
                }
                ("winning move", _) => read.winning.push(read_winning(value)?),
                ("credit of imitations", Some(credits)) => {
                    let numbers = value.strip_suffix(" other").and_then(|value| value.split_once(" to move, "));
                    let numbers = numbers.and_then(|(own, other)| Some((own.parse().ok()?, other.parse().ok()?)));
                    (credits.own, credits.opponent) = numbers.ok_or_else(|| format!("credits `{value}`"))?;
                }
                ("imitations", Some(credits)) => credits.imitations = read_positions(value)?,
                ("forbidden imitations", Some(credits)) => credits.forbidden = read_positions(value)?,
                ("method" | "checked by Coq", _) => {}
                (key, _) if key.starts_with("nim-value ") => {}
                (key, _) => {
                    let l = key.strip_prefix("l = ").and_then(|l| l.parse().ok());
                    let l = l.ok_or_else(|| format!("the line `{line}` says nothing that is known"))?;
                    choices.push(Choice { l, p: value == "P", winning: Vec::new() });
                }
            }
        }
        if self.question.blocked.is_some() || answer.must_block.is_none() {
            // Once a block is made it is not said again what to block.
            read.must_block.clone_from(&answer.must_block);
        }
        if answer.choices.is_some() {
            // The moves that win under every l are said under each of them.
            read.choices = Some(choices);
            read.winning.clone_from(&answer.winning);
        }
        read.credits = credits;
        // Where there is nothing to propose, that is not said as a list.
        let is_empty = |list: &Option<Vec<_>>| list.as_ref().is_some_and(Vec::is_empty);
        if is_empty(&answer.propose) {
            read.propose.get_or_insert_default();
        }
        for (read, right) in read.winning.iter_mut().zip(&answer.winning) {
            if is_empty(&right.propose) {
                read.propose.get_or_insert_default();
            }
        }
        same("the text beside the document", &read, answer)
    }
}

/// A game that ends near `at`, mostly by moves: the positions before the last, and the last.
fn random_line(game: &Game, at: Position, length: usize, random: &mut Random) -> (Vec<Position>, Position) {
    let rules = game.rules().expect("a game with rules");
    let further = |random: &mut Random| random.number(0, 3 * length);
    let mut line = vec![(at.0 + further(random), at.1 + further(random))];
    for _ in 0..length {
        let last = line[line.len() - 1];
        let options: Vec<Position> = if let (Some(_), true) = (game.imitation(), random.chance(9, 10)) {
            let mut memory = Memory::new(rules);
            let states = memory.after(&line).map(|state| memory.next_states(state));
            states.into_iter().flatten().map(|state| state.at).collect()
        } else {
            rules.options(last).into_iter().map(|(to, _)| to).collect()
        };
        if options.is_empty() {
            break;
        }
        // Short moves leave room for more of them.
        let near: Vec<Position> = options.iter().copied().filter(|to| last.0 - to.0 + (last.1 - to.1) <= 3).collect();
        line.push(*random.pick(if near.is_empty() { &options } else { &near }));
    }
    if random.chance(1, 20) {
        // Not a line of this game, as a rule.
        random.shuffle(&mut line);
    }
    let last = line.pop().expect("the first position");
    (line, last)
}

/// A set of options to block or to propose: mostly legal, often one that decides, sometimes anything.
fn random_set(game: &Game, at: Position, options: &[(Position, bool)], random: &mut Random) -> Vec<Position> {
    let rules = game.rules().expect("a game with rules");
    let mut set: Vec<Position> = match (&rules.twist, random.number(0, 9)) {
        (_, 0) => (0..random.number(0, 3)).map(|_| (random.number(0, 8), random.number(0, 8))).collect(),
        (Twist::Block { budget, .. }, kind) => {
            let board = game.board(at.0 + 1, at.1 + 1);
            let is_p = |to: &Position| board.p(to.0, to.1) == Some(true);
            let mut set: Vec<Position> = options.iter().filter(|(_, inside)| *inside).map(|(to, _)| *to).collect();
            random.shuffle(&mut set);
            set.retain(|to| kind > 5 || is_p(to));
            let most = (*budget).min(set.len());
            set.truncate(if kind == 1 { budget + 1 } else { random.number(most / 2, most) });
            set
        }
        (Twist::Comply { count, .. }, kind) => {
            let mut set: Vec<Position> = options.iter().map(|(to, _)| *to).collect();
            random.shuffle(&mut set);
            let board = game.board(at.0 + 1, at.1 + 1);
            set.retain(|to| kind > 5 || board.p(to.0, to.1) == Some(false));
            set.truncate(if kind == 1 { count - 1 } else { *count + random.number(0, 2) });
            set
        }
        _ => Vec::new(),
    };
    if random.chance(1, 20) {
        set.extend(set.first().copied());
    }
    set
}

/// `(3,7) and block (3,1)`.
fn read_winning(text: &str) -> Result<Winning, String> {
    let (to, block, propose) = match (text.split_once(" and block "), text.split_once(" and propose ")) {
        (Some((to, block)), _) => (to, read_positions(block)?, None),
        (_, Some((to, propose))) => (to, Vec::new(), Some(read_positions(propose)?)),
        _ => (text, Vec::new(), None),
    };
    Ok(Winning { to: read_position(to)?, block, propose })
}

fn read_pair(value: &Value) -> Option<Position> {
    let number = |index: usize| value.get(index)?.as_u64().and_then(|number| usize::try_from(number).ok());
    (value.as_array()?.len() == 2).then_some(())?;
    Some((number(0)?, number(1)?))
}

fn read_list(value: &Value) -> Option<Vec<Position>> {
    value.as_array()?.iter().map(read_pair).collect()
}

/// A list that need not be there.
fn read_optional_list(value: &Value) -> Result<Option<Vec<Position>>, String> {
    if value.is_null() { Ok(None) } else { read_list(value).map(Some).ok_or_else(|| format!("{value} is no list")) }
}

fn read_outcome(value: &Value) -> Option<bool> {
    match value.as_str()? {
        "P" => Some(true),
        "N" => Some(false),
        _ => None,
    }
}

fn read_moves(value: &Value) -> Option<Vec<Winning>> {
    let winning = |value: &Value| {
        let propose = read_optional_list(&value["propose"]).ok()?;
        Some(Winning { to: read_pair(&value["to"])?, block: read_list(&value["block"])?, propose })
    };
    value.as_array()?.iter().map(winning).collect()
}

fn read_answer(json: &Value) -> Option<Answer> {
    let choice = |value: &Value| {
        let l = usize::try_from(value["l"].as_u64()?).ok()?;
        Some(Choice { l, p: read_outcome(&value["outcome"])?, winning: read_moves(&value["winning_moves"])? })
    };
    let choices = match &json["choices"] {
        Value::Null => None,
        choices => Some(choices.as_array()?.iter().map(choice).collect::<Option<Vec<Choice>>>()?),
    };
    let credits = match &json["imitation"] {
        Value::Null => None,
        memory => Some(Credits {
            own: usize::try_from(memory["own_credit"].as_u64()?).ok()?,
            opponent: usize::try_from(memory["opponent_credit"].as_u64()?).ok()?,
            imitations: read_list(&memory["imitations"])?,
            forbidden: read_list(&memory["forbidden"])?,
            dynamic: memory["dynamic"].as_bool()?,
        }),
    };
    let left_out = match &json["winning_moves_left_out"] {
        Value::Null => 0,
        number => usize::try_from(number.as_u64()?).ok()?,
    };
    Some(Answer {
        left_out,
        p: read_outcome(&json["outcome"])?,
        winning: read_moves(&json["winning_moves"])?,
        must_block: read_optional_list(&json["must_block"]).ok()?,
        propose: read_optional_list(&json["propose"]).ok()?,
        choices,
        credits,
    })
}
