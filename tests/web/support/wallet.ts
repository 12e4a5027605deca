import type { EndpointData } from '#contract/endpoint.ts'
import { wallet } from '#contract/wallet.ts'
import { mockCall } from './wire.ts'

/** What a person has, as the wire shows it. */
export const buildWallet = (change: Partial<EndpointData<typeof wallet.get>> = {}): EndpointData<typeof wallet.get> => ({
  cash: '5.00',
  accrued: '1.20',
  accrued_voucher: '0.00',
  voucher: '0.00',
  frozen: '0.00',
  income: '0.00',
  burn_hour: '2.28',
  hours_left: 1.6,
  recharged: '5.00',
  consumed: '0.00',
  ...change,
})

/** The overview of who has no money and nothing that runs. */
export const serveEmptyWalletOverview = () =>
  mockCall(wallet.overview, () => ({
    wallet: buildWallet({ cash: '0.00', accrued: '0.00', burn_hour: '0.00', hours_left: null, recharged: '0.00' }),
    counts: { total: 0, running: 0, shut_down: 0, abnormal: 0 },
    todos: [],
    events: [],
  }))
