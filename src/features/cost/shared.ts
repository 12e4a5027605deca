import { lazyPart } from '#src/ui/lazy-part.tsx'

export { OrderMoney } from './OrderMoney.tsx'
export { forecastReasonTexts, formatForecastEnd, formatLapses } from './overview/forecast-text.ts'
export { formatSpreadNote, SpendBasisSwitch, spendBasisNames } from './SpendBasisSwitch.tsx'
export const BalanceRunway = lazyPart(() => import('./runway/BalanceRunway.tsx'))
