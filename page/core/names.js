// The rule for names, checked while the person types. The gateway checks it again and decides.

const maximumCharacters = 100;
const maximumBytes = 255;
const allowed = /^[\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{Mn}\p{Mc}\p{Me}\p{Nd}\p{Nl}\p{No} \-_()]$/u;
const invisible = /^[ \p{Default_Ignorable_Code_Point}]*$/u;
const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Marks within a word, such as “Olga’s”, whose parts would not be words. */
const marksInWords = /['"`\u00B4\u2018\u2019\u201C\u201D\u201E\u2032]/gu;

/** Null when `raw` is a valid name, else the rule that it breaks: `empty`, `tooLong` with its length in characters, or
 *  `invalidCharacters` with the first such character and its position from 1. */
export function nameProblem(raw) {
  const text = raw.normalize("NFC").replace(/^ +| +$/g, "");
  const whole = Array.from(characters.segment(text), ({ segment }) => segment);
  for (const [index, character] of whole.entries()) {
    const first = Array.from(character).find((scalar) => !allowed.test(scalar));
    if (first) return { code: "invalidCharacters", first, position: index + 1 };
  }
  if (invisible.test(text)) return { code: "empty" };
  const bytes = new TextEncoder().encode(text).length;
  if (whole.length > maximumCharacters || bytes > maximumBytes) return { code: "tooLong", count: whole.length };
  return null;
}

/** A valid name that is like `raw`, without the characters that a name cannot have; null when nothing is left. */
export function validName(raw) {
  const kept = Array.from(raw.normalize("NFC").replace(marksInWords, ""), (scalar) => (allowed.test(scalar) ? scalar : " "));
  const name = kept.join("").split(" ").filter(Boolean).join(" ");
  return nameProblem(name) ? null : name;
}
