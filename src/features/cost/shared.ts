import { lazyPart } from '#src/ui/lazy-part.tsx'

export { OrderMoney } from './OrderMoney.tsx'
export { forecastReasonTexts, formatForecastEnd } from './overview/forecast-text.ts'
export const BalanceRunway = lazyPart(() => import('./runway/BalanceRunway.tsx'))
