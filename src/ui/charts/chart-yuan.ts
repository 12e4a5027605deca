import { formatYuan } from '#src/ui/format-yuan.ts'

/** Formats a value in yuan for a chart: `¥1,234.50`, `−¥5.00`. Only drawn and rounded, never calculated with. */
export const formatYuanValue = (yuan: number): string => `${yuan < 0 ? '−' : ''}¥${formatYuan(Math.abs(yuan).toFixed(2))}`

/** The same for an axis, without empty decimals. */
export const formatYuanTick = (yuan: number): string => formatYuanValue(yuan).replace(/\.00$/, '')
