/** Joins two pictures into one, as in 👩‍💻; anywhere else it is an invisible character like the others. */
const emojiJoiner = /(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)\u200D(?=\p{Extended_Pictographic})/gu

/** Whether a text has none of the characters that nobody sees: control and format characters, line breaks included. */
export const isPlainText = (text: string): boolean => !/[\p{Cc}\p{Cf}]/u.test(text.replace(emojiJoiner, ''))

/** The same for a text of several lines. */
export const isPlainMultiline = (text: string): boolean => isPlainText(text.replace(/[\r\n\t]/g, ''))
