import { coupons } from '#contract/coupons.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { operatorCoupons } from '#contract/operator/coupons.ts'
import { approvePendingChange } from '#tests/support/approve-pending-change.ts'
import type { Person } from '#tests/support/people.ts'
import type { RentalPlatform } from '#tests/support/rental.ts'

export type CampaignInput = Partial<NonNullable<CallInput<(typeof operatorCoupons)['create']>['body']>>

/** A ¥10 voucher without restrictions that anybody can claim, valid for one month. */
export const buildCampaignForm = (wish: CampaignInput = {}) => ({
  name: '新人代金券',
  kind: 'voucher' as const,
  face: '10.00',
  how: 'open' as const,
  quota: 1000,
  per_user: 100,
  validity: 'days' as const,
  valid_days: 30,
  reason: '开学季',
  ...wish,
})

const officers = new WeakMap<RentalPlatform, Promise<Person>>()
/** The operator who grants vouchers; campaigns are made by other operators, so that their daily limit is separate. */
export function getFinanceOfficer(rental: RentalPlatform): Promise<Person> {
  const known = officers.get(rental) ?? rental.addPerson({ role: 'operator_finance' })
  officers.set(rental, known)
  return known
}

/** Creates a campaign, approved by a second operator where required; returns its id. */
export async function openCampaign(rental: RentalPlatform, wish?: CampaignInput): Promise<string> {
  const officer = await rental.addPerson({ role: 'operator_finance' })
  const { data, raw, status } = await officer.call(operatorCoupons.create, { body: buildCampaignForm(wish) })
  if (status !== 200) throw new Error(raw)
  if (data.pending > 0) await approvePendingChange(rental, data.id)
  return data.id
}

/** Grants a user something from a new campaign; returns its id. */
export async function giveCoupon(rental: RentalPlatform, person: Person, wish?: CampaignInput): Promise<string> {
  const { data, raw, status } = await person.call(coupons.claim, { body: { campaign_id: await openCampaign(rental, wish) } })
  if (status !== 200) throw new Error(raw)
  return data.id
}

/** A user's money by wallet part, in yuan. */
export async function getCashAndVoucher(rental: RentalPlatform, person: Person) {
  const { cash, voucher } = await rental.walletOf(person)
  return { cash, voucher }
}
