import { Refusal } from '#server/lib/refusal.ts'

const depthMax = 20

/** Returns whether a value is nested deeper than `levels`; code that recurses into such a value would overflow the stack. */
export const isDeeperThan = (value: unknown, levels: number): boolean =>
  value !== null &&
  typeof value === 'object' &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1)))

/** Refuses NUL bytes, lone surrogates and excessive nesting anywhere in the input: no column can store the first two. */
export function assertNoControlBytes(value: unknown, depth = 0): void {
  if (depth > depthMax) throw new Refusal('invalid', { message: '请求嵌套过深' })
  if (typeof value === 'string') {
    if (value.includes('\0') || /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(value)) {
      throw new Refusal('invalid', { message: '请求中含有无效字符' })
    }
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      assertNoControlBytes(key, depth + 1)
      assertNoControlBytes(inner, depth + 1)
    }
  }
}
