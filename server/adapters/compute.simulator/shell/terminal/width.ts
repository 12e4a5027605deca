const invisiblePattern = /^(?:\p{Mn}|\p{Me}|\p{Cf})+$/u
const widePattern =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u

/** Returns the columns that one user-perceived character takes on a terminal: 0, 1 or 2. */
export function computeCellWidth(cell: string): 0 | 1 | 2 {
  if (invisiblePattern.test(cell)) return 0
  return widePattern.test(cell) ? 2 : 1
}

const segmenter = new Intl.Segmenter('zh')

/** Splits a text into user-perceived characters, so that one backspace removes one of them. */
export const splitCells = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

export const computeTextWidth = (text: string): number => splitCells(text).reduce((sum, cell) => sum + computeCellWidth(cell), 0)
