import { activities } from '#contract/activities.ts'
import { bank_transfers } from '#contract/bank-transfers.ts'
import { coupons } from '#contract/coupons.ts'
import { dayOf } from '#contract/day.ts'
import type { Endpoint, Sent } from '#contract/endpoint.ts'
import { instance_money } from '#contract/instance-money.ts'
import { instances } from '#contract/instances.ts'
import { invoice_titles } from '#contract/invoice-titles.ts'
import { invoices } from '#contract/invoices.ts'
import { operator_adjustments } from '#contract/operator/adjustments.ts'
import { operator_bank_transfers } from '#contract/operator/bank-transfers.ts'
import { operator_changes } from '#contract/operator/changes.ts'
import { operator_coupons } from '#contract/operator/coupons.ts'
import { operator_invoices } from '#contract/operator/invoices.ts'
import { operator_orders } from '#contract/operator/money.ts'
import { operator_withdrawals } from '#contract/operator/withdrawals.ts'
import { orders } from '#contract/orders.ts'
import { sandbox } from '#contract/platform.ts'
import { sub_accounts } from '#contract/sub-accounts.ts'
import { wallet } from '#contract/wallet.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { codeOf } from '#server/domains/money/coupons/coupon-codes.ts'
import { workOnInvoices } from '#server/domains/money/invoices/invoice-work.service.ts'
import { type Office, runActivity } from '#tests/support/activities.ts'
import type { CallOptions } from '#tests/support/calls.ts'
import { openCampaign } from '#tests/support/coupons.ts'
import { day_ms, moneyOf } from '#tests/support/instance-money.ts'
import { sendProof, small_pdf, small_png, stepUp } from '#tests/support/payments.ts'
import type { Person } from '#tests/support/people.ts'
import type { Rental } from '#tests/support/rental.ts'
import { addSubAccount } from '#tests/support/sub-accounts.ts'

/** A call that is ready to be sent, and the same call with something else in it. */
export interface Ready {
  by: Person
  endpoint: Endpoint
  sent: { params?: object; body?: object }
  other: { params?: object; body?: object }
  file?: CallOptions['file']
}

const reason = '收款信息有误'

/** Each money call: how somebody comes to send it. A call that is new and moves money needs a new line here. */
export function moneyCalls(rental: Rental, office: Office): Record<string, () => Promise<Ready>> {
  const { deps } = rental
  const { finance } = office
  const { kysely } = deps.database
  const money = moneyOf(rental)
  let made = 0
  const phone = () => `16${String(++made).padStart(9, '0')}`
  const rich = () => rental.addPerson({ balance: '2000.00' })

  /** By the id in its path; another id is another call. */
  const byId = (by: Person, endpoint: Endpoint, id: string, body: object = {}): Ready => {
    const sent = { params: { id }, body }
    return { by, endpoint, sent, other: { params: { id: 'somewhere-else' }, body } }
  }
  /** By what it says. */
  const byBody = (by: Person, endpoint: Endpoint, body: object, changed: object, params?: object): Ready => {
    const at = params && { params }
    return { by, endpoint, sent: { ...at, body }, other: { ...at, body: { ...body, ...changed } } }
  }
  const byQuote = (by: Person, endpoint: Endpoint, quote: string, id?: string): Ready =>
    byBody(by, endpoint, { quote }, { quote: 'another' }, id === undefined ? undefined : { id })

  async function packageOf(person: Person): Promise<string> {
    return rental.rent(person, { charge_rule: 'day' })
  }
  async function payIn(person: Person, amount: string): Promise<void> {
    const { data } = await person.call(wallet.recharge, { body: { amount, channel: 'alipay' } })
    await rental.call(sandbox.pay, { params: { trade_no: data.pay_url!.split('/').at(-1)! } })
  }
  /** Somebody who has paid in by Alipay and has just proved who he is. */
  async function payer(amount = '100.00'): Promise<Person> {
    const person = await rental.addPerson({ balance: '0.00' })
    await payIn(person, amount)
    await stepUp(rental, person)
    return person
  }
  async function asked(amount = '60.00'): Promise<{ person: Person; id: string }> {
    const person = await payer()
    const { data } = await person.call(withdrawals.create, { body: { type: 1, amount } })
    return { person, id: data.id }
  }
  /** An approved withdrawal whose payment people have to see to. */
  async function stuck(): Promise<{ id: string; part_id: string }> {
    const { id } = await asked()
    await finance.call(operator_withdrawals.approve, { params: { id } })
    const refused = { status: 'failed', failure: '账户已注销', next_try_at: null }
    await kysely.updateTable('withdrawal_parts').set(refused).where('withdrawal_id', '=', id).execute()
    const { data } = await finance.call(operator_withdrawals.get, { params: { id } })
    return { id, part_id: data.parts[0]!.id }
  }
  /** What somebody has paid in cash, and how it may be invoiced. */
  async function billed(): Promise<{ person: Person; form: NonNullable<Sent<(typeof invoices)['create']>['body']> }> {
    const person = await rich()
    await packageOf(person)
    await rental.clock.advance(10 * day_ms)
    const { id: title_id } = (await person.call(invoice_titles.create, { body: { holder: 'person', name: '张三' } })).data
    const [item] = (await person.call(invoices.invoiceable)).data.items
    return { person, form: { kind: 'normal', title_id, item_ids: [item!.id], amount: item!.amount } }
  }
  async function requested(): Promise<{ person: Person; id: string }> {
    const { person, form } = await billed()
    return { person, id: (await person.call(invoices.create, { body: form })).data.id }
  }
  async function issued(): Promise<{ person: Person; id: string }> {
    const { person, id } = await requested()
    await finance.call(operator_invoices.approve, { params: { id }, body: {} })
    await workOnInvoices(deps)
    return { person, id }
  }
  async function flushing(): Promise<string> {
    const { person, id } = await issued()
    await person.call(invoices.flush, { params: { id }, body: { reason } })
    return id
  }
  async function budgeted(amount_fen: bigint): Promise<{ person: Person; id: string }> {
    const person = await rich()
    const id = await addSubAccount(rental, person.id)
    if (amount_fen > 0n) await person.call(sub_accounts.allocate, { params: { id }, body: { amount: '50.00' } })
    return { person, id }
  }

  return {
    'orders.create': async () => {
      const person = await rich()
      return byQuote(person, orders.create, (await rental.quote(person, { charge_rule: 'day' })).data.token)
    },
    'orders.save': async () => {
      const person = await rich()
      return byQuote(person, orders.save, (await rental.quote(person, { charge_rule: 'day' })).data.token)
    },
    'orders.pay': async () => {
      const person = await rich()
      const quote = (await rental.quote(person, { charge_rule: 'day' })).data.token
      return byId(person, orders.pay, (await person.call(orders.save, { body: { quote } })).data.id)
    },
    'orders.cancel': async () => {
      const person = await rich()
      const quote = (await rental.quote(person, { charge_rule: 'day' })).data.token
      return byId(person, orders.cancel, (await person.call(orders.save, { body: { quote } })).data.id)
    },
    'activities.buy': async () => {
      const person = await rich()
      const id = await rental.rent(person)
      const activity_id = await runActivity(rental, office)
      const { data } = await person.call(activities.quote, { params: { id }, body: { activity_id } })
      return byQuote(person, activities.buy, data.token, id)
    },
    'instances.start': async () => {
      const person = await rich()
      const id = await rental.rent(person)
      await money.rest(person, id)
      return byId(person, instances.start, id)
    },
    'instances.shutdown': async () => {
      const person = await rich()
      const id = await rental.rent(person)
      await rental.tick(100_000)
      return byId(person, instances.shutdown, id)
    },
    'instances.release': async () => {
      const person = await rich()
      const id = await packageOf(person)
      await money.rest(person, id)
      return byId(person, instances.release, id)
    },
    'instance_money.renew': async () => {
      const person = await rich()
      const id = await packageOf(person)
      return byQuote(person, instance_money.renew, (await money.quoteRenewal(person, [id])).data.token)
    },
    'instance_money.lift': async () => {
      const person = await rich()
      const id = await packageOf(person)
      await money.rest(person, id)
      return byQuote(person, instance_money.lift, (await money.quoteLift(person, id, { gpu_num: 2 })).data.token, id)
    },
    'instance_money.convert': async () => {
      const person = await rich()
      const id = await packageOf(person)
      return byQuote(person, instance_money.convert, (await money.quoteConversion(person, id, 'hour')).data.token, id)
    },
    'wallet.recharge': async () =>
      byBody(await rich(), wallet.recharge, { amount: '5.00', channel: 'alipay' }, { amount: '6.00' }),
    'bank_transfers.create': async () => {
      const body = { amount: '5.00', payer_name: '北京某某科技有限公司' }
      const ready = byBody(await rich(), bank_transfers.create, body, { amount: '6.00' })
      return { ...ready, file: { bytes: small_png, name: 'proof.png', type: 'image/png' } }
    },
    'withdrawals.create': async () =>
      byBody(await payer(), withdrawals.create, { type: 1, amount: '60.00' }, { amount: '61.00' }),
    'withdrawals.cancel': async () => {
      const { person, id } = await asked()
      return byId(person, withdrawals.cancel, id)
    },
    'coupons.claim': async () => {
      const campaign_id = await openCampaign(rental)
      return byBody(await rich(), coupons.claim, { campaign_id }, { campaign_id: 'another' })
    },
    'coupons.redeem': async () => {
      const id = await openCampaign(rental, { how: 'code' })
      await finance.call(operator_coupons.make_codes, { params: { id }, body: { count: 1, reason } })
      return byBody(await rich(), coupons.redeem, { code: codeOf(deps.keys.coupon_codes, id, 1) }, { code: 'another' })
    },
    'invoices.create': async () => {
      const { person, form } = await billed()
      return byBody(person, invoices.create, form, { remark: '另一张' })
    },
    'invoices.withdraw': async () => {
      const { person, id } = await requested()
      return byId(person, invoices.withdraw, id)
    },
    'invoices.flush': async () => {
      const { person, id } = await issued()
      return byId(person, invoices.flush, id, { reason })
    },
    'sub_accounts.create': async () => {
      const body = { phone: phone(), name: '标注组', amount: '5.00' }
      return byBody(await rich(), sub_accounts.create, body, { amount: '6.00' })
    },
    'sub_accounts.allocate': async () => {
      const { person, id } = await budgeted(0n)
      return byBody(person, sub_accounts.allocate, { amount: '5.00' }, { amount: '6.00' }, { id })
    },
    'sub_accounts.take_back': async () => {
      const { person, id } = await budgeted(5_000n)
      return byBody(person, sub_accounts.take_back, { amount: '5.00' }, { amount: '6.00' }, { id })
    },
    'sub_accounts.remove': async () => {
      const { person, id } = await budgeted(5_000n)
      return byId(person, sub_accounts.remove, id)
    },
    'operator_changes.approve': async () => {
      const body = { user: (await rich()).id, direction: 'add', amount: '1500.00', reason } as const
      const { data } = await office.finance.call(operator_adjustments.create, { body })
      return byId(office.colleague, operator_changes.approve, data.id)
    },
    'operator_adjustments.create': async () => {
      const body = { user: (await rich()).id, direction: 'add', amount: '15.00', reason }
      return byBody(finance, operator_adjustments.create, body, { amount: '16.00' })
    },
    'operator_orders.refund': async () => {
      const { id } = (await rental.order(await rich(), { charge_rule: 'day' })).data
      return byBody(finance, operator_orders.refund, { amount: '1.00', reason }, { amount: '2.00' }, { id })
    },
    'operator_bank_transfers.confirm': async () => {
      const { id } = (await sendProof(await rich(), '88.00')).data
      const bank_reference = `B${String(++made).padStart(9, '0')}`
      return byBody(finance, operator_bank_transfers.confirm, { bank_reference }, { bank_reference: 'B999' }, { id })
    },
    'operator_withdrawals.approve': async () => byId(finance, operator_withdrawals.approve, (await asked()).id),
    'operator_withdrawals.reject': async () => byId(finance, operator_withdrawals.reject, (await asked()).id, { reason }),
    'operator_withdrawals.paid': async () => {
      const { id, part_id } = await stuck()
      return byBody(finance, operator_withdrawals.paid, { part_id, reference: 'B1' }, { reference: 'B2' }, { id })
    },
    'operator_withdrawals.retry': async () => {
      const { id, part_id } = await stuck()
      return byBody(finance, operator_withdrawals.retry, { part_id }, { part_id: 'another' }, { id })
    },
    'operator_withdrawals.give_back': async () => {
      const { id, part_id } = await stuck()
      return byBody(finance, operator_withdrawals.give_back, { part_id, reason }, { reason: '另一个原因' }, { id })
    },
    'operator_coupons.grant': async () => {
      const id = await openCampaign(rental, { how: 'grant' })
      return byBody(finance, operator_coupons.grant, { users: (await rich()).id, reason }, { users: 'another' }, { id })
    },
    'operator_invoices.approve': async () => byId(finance, operator_invoices.approve, (await requested()).id),
    'operator_invoices.reject': async () => byId(finance, operator_invoices.reject, (await requested()).id, { reason }),
    'operator_invoices.issue_by_hand': async () => {
      const { id } = await requested()
      const body = { number: String(++made).padStart(20, '2'), issued_on: dayOf(deps.clock.now()) }
      const changed = { number: '1'.repeat(20) }
      return { ...byBody(finance, operator_invoices.issue_by_hand, body, changed, { id }), file: { bytes: small_pdf } }
    },
    'operator_invoices.approve_flush': async () => byId(finance, operator_invoices.approve_flush, await flushing()),
    'operator_invoices.decline_flush': async () => byId(finance, operator_invoices.decline_flush, await flushing(), { reason }),
  }
}
