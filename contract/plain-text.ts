/** Joins two pictures into one, as in 👩‍💻; anywhere else it is an invisible character like the others. */
const joiner = /(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)\u200D(?=\p{Extended_Pictographic})/gu

/** Whether a text has none of the characters that nobody sees: control and format characters, line breaks included. */
export const isPlain = (text: string): boolean => !/[\p{Cc}\p{Cf}]/u.test(text.replace(joiner, ''))

/** The same for a text of several lines. */
export const isPlainLines = (text: string): boolean => isPlain(text.replace(/[\r\n\t]/g, ''))
