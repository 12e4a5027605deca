const units: Record<string, number> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
}

/** Parses a quantity of the API, such as `500m`, `2`, `64Mi` or `1e3`; 0 if it is none. */
export function parseQuantity(text = '0'): number {
  const [, digits = '', unit = ''] = /^([\d.]+(?:[eE][+-]?\d+)?)([a-zA-Z]{0,2})$/.exec(text) ?? []
  const value = Number(digits) * (unit === '' ? 1 : (units[unit] ?? 0))
  return Number.isFinite(value) ? value : 0
}
