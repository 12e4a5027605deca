const compoundSurnames = new Set(
  '欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 司徒 司空 夏侯 长孙 宇文 轩辕 端木 独孤 南宫 西门 东郭 百里 呼延 闻人 澹台 公冶 宗政 濮阳 淳于 单于 太叔 申屠 公羊 赫连 钟离 鲜于 闾丘 万俟 第五'.split(
    ' ',
  ),
)

/** What stands in place of a phone: unique, and never a valid number. */
const placeholderNames = { closed: '已注销', invited: '待接受邀请', directory: '未绑定手机' } as const

const toPlaceholder = (kind: keyof typeof placeholderNames, userId: string): string => `${kind}:${userId}`

/** Returns whether an account has a phone, which not every one has. */
export const hasPhone = (phone: string): boolean => !phone.includes(':')

/** 138****8000, or why there is none. */
export function maskPhone(phone: string): string {
  if (hasPhone(phone)) return `${phone.slice(0, 3)}****${phone.slice(-4)}`
  return placeholderNames[phone.slice(0, phone.indexOf(':')) as keyof typeof placeholderNames]
}

/** 张*, 欧阳**: keeps the surname. */
export function maskName(name: string): string {
  const letters = [...name]
  const surname = letters.length > 2 && compoundSurnames.has(letters.slice(0, 2).join('')) ? 2 : 1
  return letters.map((letter, i) => (i < surname ? letter : '*')).join('')
}

/** 1****************X */
export const maskIdNumber = (idNumber: string): string => `${idNumber.slice(0, 1)}${'*'.repeat(16)}${idNumber.slice(-1)}`

/** 91**************3K, 20****05: leaves enough for the owner to recognise it. Short numbers keep one character at each end. */
export function maskNumber(number: string): string {
  const shown = number.length >= 8 ? 2 : 1
  return `${number.slice(0, shown)}${'*'.repeat(number.length - 2 * shown)}${number.slice(-shown)}`
}

/** z***@univ.edu.cn */
export const maskEmail = (email: string): string => `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`

/** 203.0.113.*, 2001:db8:1::* — keeps the network, hides the subscriber. */
export function maskIp(ip: string): string {
  if (!ip.includes(':')) return ip.replace(/\d+$/, '*')
  const mapped = /^::ffff:(\d+\.\d+\.\d+)\.\d+$/i.exec(ip)
  return mapped ? `${mapped[1]}.*` : `${ip.split(':').slice(0, 3).filter(Boolean).join(':')}::*`
}

/** Returns the placeholder for the phone of a closed account. */
export const toClosedPhone = (userId: string): string => toPlaceholder('closed', userId)

/** Returns the placeholder phone of a sub-account whose invitation has not been accepted yet. */
export const toInvitedPhone = (userId: string): string => toPlaceholder('invited', userId)

/** Returns the placeholder phone of an account that an organisation's directory vouches for. */
export const toDirectoryPhone = (userId: string): string => toPlaceholder('directory', userId)
