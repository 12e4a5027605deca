/** Adds the missing space between Chinese and Latin letters or digits: 新建SSH 密钥 → 新建 SSH 密钥. */
export const addMixedSpacing = (text: string): string =>
  text.replace(/(\p{Script=Han})([A-Za-z0-9])/gu, '$1 $2').replace(/([A-Za-z0-9])(\p{Script=Han})/gu, '$1 $2')
