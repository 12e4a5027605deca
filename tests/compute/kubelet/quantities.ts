const units: Record<string, number> = {
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
}

/** `500m`, `2`, `64Mi` as a number. */
export function parseQuantity(text: string): number {
  const [, digits = '', unit = ''] = /^([\d.]+)(m|k|M|G|T|Ki|Mi|Gi|Ti)?$/.exec(text) ?? []
  if (digits === '') throw new Error(`not a quantity that the stand-in reads: ${text}`)
  return Number(digits) * (unit === '' ? 1 : units[unit]!)
}
