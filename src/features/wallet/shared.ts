import { lazyPart } from '#src/ui/lazy-part.tsx'

export { computeAvailableYuan, computeMissingYuan, roundToFen } from './amounts.ts'
export { rechargeStatusStyles } from './recharge/RechargeStatusTag.tsx'
export { normalizeAmount } from './recharge/recharge-amount.ts'
export { useWallet } from './recharge/use-wallet.ts'
export { default as BalanceAlertPanel } from './spend-rate/BalanceAlertPanel.tsx'
export { DebtNotice } from './spend-rate/DebtNotice.tsx'
export { computeRelease } from './spend-rate/release-text.ts'
export { TopUp } from './TopUp.tsx'
export const UpcomingReleases = lazyPart(() => import('./spend-rate/UpcomingReleases.tsx'))
