/** First character of each initial in Chinese collation order; no syllable begins with i, u or v. */
const firsts = '阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥仨它穵夕丫帀'
const initials = 'abcdefghjklmnopqrstwxyz'
const order = new Intl.Collator('zh-CN-u-co-pinyin')

const initialOf = (character: string): string => {
  if (!/\p{Script=Han}/u.test(character)) return character.toLowerCase()
  const after = [...firsts].findIndex((first) => order.compare(first, character) > 0)
  return initials[(after < 0 ? initials.length : after) - 1] ?? ''
}

/** Returns the pinyin initials, `rqsl` for 容器实例, so that users can search without switching the input method. */
export const toPinyinInitials = (text: string): string => [...text.replace(/\s/g, '')].map(initialOf).join('')
