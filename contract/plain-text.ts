/**
 * Zero-width joiner between two emoji, as in 👩‍💻, and the emoji before it; anywhere else the joiner counts as an invisible
 * character. No lookbehind, which Safari 16.2 cannot read.
 */
const emojiJoiner = /(\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)\u200D(?=\p{Extended_Pictographic})/gu

/** Returns whether a text is free of invisible characters: control and format characters, including line breaks. */
export const isPlainText = (text: string): boolean => !/[\p{Cc}\p{Cf}]/u.test(text.replace(emojiJoiner, '$1'))

/** Like `isPlainText`, but allows line breaks and tabs. */
export const isPlainMultiline = (text: string): boolean => isPlainText(text.replace(/[\r\n\t]/g, ''))
