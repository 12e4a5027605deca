const digits = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖']
const placeUnits = ['', '拾', '佰', '仟']
const groupUnits = ['', '万', '亿', '万亿']

/** Formats four digits without the group unit: 1005 → 壹仟零伍; empty for 0. */
function formatGroup(number: number): string {
  let text = ''
  let gap = false
  for (let place = 3; place >= 0; place -= 1) {
    const digit = Math.floor(number / 10 ** place) % 10
    if (digit === 0) gap = text !== ''
    else {
      text += `${gap ? '零' : ''}${digits[digit]}${placeUnits[place]}`
      gap = false
    }
  }
  return text
}

function formatWholeYuan(yuan: bigint): string {
  let text = ''
  let gap = false
  for (let index = groupUnits.length - 1; index >= 0; index -= 1) {
    const number = Number((yuan / 10_000n ** BigInt(index)) % 10_000n)
    if (number === 0) {
      gap = text !== ''
      continue
    }
    // insert a zero if this group has leading zeros after a higher group
    if (text !== '' && (gap || number < 1000)) text += '零'
    text += `${formatGroup(number)}${groupUnits[index]}`
    gap = false
  }
  return text
}

/** Formats fen as Chinese invoice capitals: 100530n → 壹仟零伍圆叁角整. Up to 9 999 万亿. */
export function formatYuanInCapitals(fen: bigint): string {
  if (fen < 0n) return `负${formatYuanInCapitals(-fen)}`
  const yuan = fen / 100n
  const jiao = Number((fen / 10n) % 10n)
  const last = Number(fen % 10n)
  if (fen === 0n) return '零圆整'
  const head = yuan > 0n ? `${formatWholeYuan(yuan)}圆` : ''
  if (jiao === 0 && last === 0) return `${head}整`
  if (last === 0) return `${head}${digits[jiao]}角整`
  const tenth = jiao > 0 ? `${digits[jiao]}角` : yuan > 0n ? '零' : ''
  return `${head}${tenth}${digits[last]}分`
}
