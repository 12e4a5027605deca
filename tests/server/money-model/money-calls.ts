import { activities } from '#contract/activities.ts'
import { bankTransfers } from '#contract/bank-transfers.ts'
import { coupons } from '#contract/coupons.ts'
import { toShanghaiDay } from '#contract/day.ts'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { instanceMoney } from '#contract/instance-money.ts'
import { instances } from '#contract/instances.ts'
import { invoiceTitles } from '#contract/invoice-titles.ts'
import { invoices } from '#contract/invoices.ts'
import { operatorAdjustments } from '#contract/operator/adjustments.ts'
import { operatorBankTransfers } from '#contract/operator/bank-transfers.ts'
import { operatorChanges } from '#contract/operator/changes.ts'
import { operatorCoupons } from '#contract/operator/coupons.ts'
import { operatorInvoices } from '#contract/operator/invoices.ts'
import { operatorOrders } from '#contract/operator/money.ts'
import { operatorWithdrawals } from '#contract/operator/withdrawals.ts'
import { orders } from '#contract/orders.ts'
import { sandbox } from '#contract/platform.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { wallet } from '#contract/wallet.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { computeCouponCode } from '#server/domains/money/coupons/coupon-codes.ts'
import { runInvoiceWork } from '#server/domains/money/invoices/invoice-work.service.ts'
import { addRunningActivity, type OperatorTeam } from '#tests/support/activities.ts'
import type { TestCallOptions } from '#tests/support/calls.ts'
import { openCampaign } from '#tests/support/coupons.ts'
import { createInstanceMoneyHelper, msPerDay } from '#tests/support/instance-money.ts'
import { smallPdf, smallPng, stepUpSession, submitTransferProof } from '#tests/support/payments.ts'
import type { Person } from '#tests/support/people.ts'
import type { RentalPlatform } from '#tests/support/rental.ts'
import { addSubAccount } from '#tests/support/sub-accounts.ts'

/** A call that is ready to be sent, and the same call with something else in it. */
export interface PreparedCall {
  by: Person
  endpoint: Endpoint
  sent: { params?: object; body?: object }
  other: { params?: object; body?: object }
  file?: TestCallOptions['file']
}

const reason = '收款信息有误'

/** Each money call: how somebody comes to send it. A call that is new and moves money needs a new line here. */
export function createMoneyCalls(rental: RentalPlatform, office: OperatorTeam): Record<string, () => Promise<PreparedCall>> {
  const { deps } = rental
  const { finance } = office
  const { kysely } = deps.database
  const money = createInstanceMoneyHelper(rental)
  let made = 0
  const phone = () => `16${String(++made).padStart(9, '0')}`
  const rich = () => rental.addPerson({ balance: '2000.00' })

  /** By the id in its path; another id is another call. */
  const byId = (by: Person, endpoint: Endpoint, id: string, body: object = {}): PreparedCall => {
    const sent = { params: { id }, body }
    return { by, endpoint, sent, other: { params: { id: 'somewhere-else' }, body } }
  }
  /** By what it says. */
  const byBody = (by: Person, endpoint: Endpoint, body: object, changed: object, params?: object): PreparedCall => {
    const at = params && { params }
    return { by, endpoint, sent: { ...at, body }, other: { ...at, body: { ...body, ...changed } } }
  }
  const byQuote = (by: Person, endpoint: Endpoint, quote: string, id?: string): PreparedCall =>
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
    await stepUpSession(rental, person)
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
    await finance.call(operatorWithdrawals.approve, { params: { id } })
    const refused = { status: 'failed', failure: '账户已注销', next_try_at: null }
    await kysely.updateTable('withdrawal_parts').set(refused).where('withdrawal_id', '=', id).execute()
    const { data } = await finance.call(operatorWithdrawals.get, { params: { id } })
    return { id, part_id: data.parts[0]!.id }
  }
  /** What somebody has paid in cash, and how it may be invoiced. */
  async function billed(): Promise<{ person: Person; form: NonNullable<CallInput<(typeof invoices)['create']>['body']> }> {
    const person = await rich()
    await packageOf(person)
    await rental.clock.advance(10 * msPerDay)
    const { id: titleId } = (await person.call(invoiceTitles.create, { body: { holder: 'person', name: '张三' } })).data
    const [item] = (await person.call(invoices.invoiceable)).data.items
    return { person, form: { kind: 'normal', title_id: titleId, item_ids: [item!.id], amount: item!.amount } }
  }
  async function requested(): Promise<{ person: Person; id: string }> {
    const { person, form } = await billed()
    return { person, id: (await person.call(invoices.create, { body: form })).data.id }
  }
  async function issued(): Promise<{ person: Person; id: string }> {
    const { person, id } = await requested()
    await finance.call(operatorInvoices.approve, { params: { id }, body: {} })
    await runInvoiceWork(deps)
    return { person, id }
  }
  async function flushing(): Promise<string> {
    const { person, id } = await issued()
    await person.call(invoices.flush, { params: { id }, body: { reason } })
    return id
  }
  async function budgeted(amountFen: bigint): Promise<{ person: Person; id: string }> {
    const person = await rich()
    const id = await addSubAccount(rental, person.id)
    if (amountFen > 0n) await person.call(subAccounts.allocate, { params: { id }, body: { amount: '50.00' } })
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
      const activityId = await addRunningActivity(rental, office)
      const { data } = await person.call(activities.quote, { params: { id }, body: { activity_id: activityId } })
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
      return byQuote(person, instanceMoney.renew, (await money.quoteRenewal(person, [id])).data.token)
    },
    'instance_money.lift': async () => {
      const person = await rich()
      const id = await packageOf(person)
      await money.rest(person, id)
      return byQuote(person, instanceMoney.lift, (await money.quoteLift(person, id, { gpu_num: 2 })).data.token, id)
    },
    'instance_money.convert': async () => {
      const person = await rich()
      const id = await packageOf(person)
      return byQuote(person, instanceMoney.convert, (await money.quoteConversion(person, id, 'hour')).data.token, id)
    },
    'wallet.recharge': async () =>
      byBody(await rich(), wallet.recharge, { amount: '5.00', channel: 'alipay' }, { amount: '6.00' }),
    'bank_transfers.create': async () => {
      const body = { amount: '5.00', payer_name: '北京某某科技有限公司' }
      const ready = byBody(await rich(), bankTransfers.create, body, { amount: '6.00' })
      return { ...ready, file: { bytes: smallPng, name: 'proof.png', type: 'image/png' } }
    },
    'withdrawals.create': async () =>
      byBody(await payer(), withdrawals.create, { type: 1, amount: '60.00' }, { amount: '61.00' }),
    'withdrawals.cancel': async () => {
      const { person, id } = await asked()
      return byId(person, withdrawals.cancel, id)
    },
    'coupons.claim': async () => {
      const campaignId = await openCampaign(rental)
      return byBody(await rich(), coupons.claim, { campaign_id: campaignId }, { campaign_id: 'another' })
    },
    'coupons.redeem': async () => {
      const id = await openCampaign(rental, { how: 'code' })
      await finance.call(operatorCoupons.make_codes, { params: { id }, body: { count: 1, reason } })
      return byBody(await rich(), coupons.redeem, { code: computeCouponCode(deps.keys.coupon_codes, id, 1) }, { code: 'another' })
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
      return byBody(await rich(), subAccounts.create, body, { amount: '6.00' })
    },
    'sub_accounts.allocate': async () => {
      const { person, id } = await budgeted(0n)
      return byBody(person, subAccounts.allocate, { amount: '5.00' }, { amount: '6.00' }, { id })
    },
    'sub_accounts.take_back': async () => {
      const { person, id } = await budgeted(5_000n)
      return byBody(person, subAccounts.take_back, { amount: '5.00' }, { amount: '6.00' }, { id })
    },
    'sub_accounts.remove': async () => {
      const { person, id } = await budgeted(5_000n)
      return byId(person, subAccounts.remove, id)
    },
    'operator_changes.approve': async () => {
      const body = { user: (await rich()).id, direction: 'add', amount: '1500.00', reason } as const
      const { data } = await office.finance.call(operatorAdjustments.create, { body })
      return byId(office.colleague, operatorChanges.approve, data.id)
    },
    'operator_adjustments.create': async () => {
      const body = { user: (await rich()).id, direction: 'add', amount: '15.00', reason }
      return byBody(finance, operatorAdjustments.create, body, { amount: '16.00' })
    },
    'operator_orders.refund': async () => {
      const { id } = (await rental.order(await rich(), { charge_rule: 'day' })).data
      return byBody(finance, operatorOrders.refund, { amount: '1.00', reason }, { amount: '2.00' }, { id })
    },
    'operator_bank_transfers.confirm': async () => {
      const { id } = (await submitTransferProof(await rich(), '88.00')).data
      const bankReference = `B${String(++made).padStart(9, '0')}`
      return byBody(finance, operatorBankTransfers.confirm, { bank_reference: bankReference }, { bank_reference: 'B999' }, { id })
    },
    'operator_withdrawals.approve': async () => byId(finance, operatorWithdrawals.approve, (await asked()).id),
    'operator_withdrawals.reject': async () => byId(finance, operatorWithdrawals.reject, (await asked()).id, { reason }),
    'operator_withdrawals.paid': async () => {
      const { id, part_id: partId } = await stuck()
      return byBody(finance, operatorWithdrawals.paid, { part_id: partId, reference: 'B1' }, { reference: 'B2' }, { id })
    },
    'operator_withdrawals.retry': async () => {
      const { id, part_id: partId } = await stuck()
      return byBody(finance, operatorWithdrawals.retry, { part_id: partId }, { part_id: 'another' }, { id })
    },
    'operator_withdrawals.give_back': async () => {
      const { id, part_id: partId } = await stuck()
      return byBody(finance, operatorWithdrawals.give_back, { part_id: partId, reason }, { reason: '另一个原因' }, { id })
    },
    'operator_coupons.grant': async () => {
      const id = await openCampaign(rental, { how: 'grant' })
      return byBody(finance, operatorCoupons.grant, { users: (await rich()).id, reason }, { users: 'another' }, { id })
    },
    'operator_invoices.approve': async () => byId(finance, operatorInvoices.approve, (await requested()).id),
    'operator_invoices.reject': async () => byId(finance, operatorInvoices.reject, (await requested()).id, { reason }),
    'operator_invoices.issue_by_hand': async () => {
      const { id } = await requested()
      const body = { number: String(++made).padStart(20, '2'), issued_on: toShanghaiDay(deps.clock.now()) }
      const changed = { number: '1'.repeat(20) }
      return { ...byBody(finance, operatorInvoices.issue_by_hand, body, changed, { id }), file: { bytes: smallPdf } }
    },
    'operator_invoices.approve_flush': async () => byId(finance, operatorInvoices.approve_flush, await flushing()),
    'operator_invoices.decline_flush': async () => byId(finance, operatorInvoices.decline_flush, await flushing(), { reason }),
  }
}
