import { randomUUID } from 'node:crypto'
import { instances } from '#contract/instances.ts'
import { orders } from '#contract/orders.ts'
import { wallet } from '#contract/wallet.ts'
import { receivePayment } from '#server/domains/money/wallet/receive-payment.service.ts'
import type { AcknowledgementLog } from './acknowledgements.ts'
import type { KillablePlatform } from './world.ts'

export type Random = () => number
const titles = { start: '开机', shutdown: '关机', restart: '重启', release: '释放' } as const

/** One customer who acts continuously: tops up, orders, starts, stops and releases at random, and records acknowledgements. */
export async function runCustomerLoad(
  world: KillablePlatform,
  witness: AcknowledgementLog,
  random: Random,
  user: { id: string; session_id: string },
): Promise<never> {
  const { deps, call, sessions } = world
  const db = deps.database.kysely
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)]
  const products = await db.selectFrom('products').select(['id', 'vendor']).execute()
  const images = await db.selectFrom('images').select(['id', 'vendor']).execute()

  async function topUp(token: string): Promise<void> {
    const { data } = await call(wallet.recharge, { body: { amount: '300', channel: 'wechat' } }, { token })
    const tradeNo = data.pay_url?.split('/').at(-1) ?? ''
    const notice = world.sandbox_payment.notice({ trade_no: tradeNo, amount_fen: 30_000n })
    await Promise.all([receivePayment(deps, 'wechat', notice), receivePayment(deps, 'wechat', notice)])
    witness.write({ kind: 'recharge', trade_no: tradeNo, amount_fen: '30000' })
  }

  async function order(token: string): Promise<void> {
    const product = pick(products)!
    const image = images.find((candidate) => candidate.vendor === product.vendor)!
    const body = {
      product_id: product.id,
      image_id: image.id,
      gpu_num: 1 + Math.floor(random() * 2),
      data_disk: 50,
      charge_rule: random() < 0.8 ? ('hour' as const) : ('day' as const),
      quantity: 1,
      nick_name: 'kill',
    }
    const quote = await call(orders.quote, { body }, { token })
    if (quote.status !== 200) return
    const key = randomUUID()
    const place = () => call(orders.create, { body: { quote: quote.data.token } }, { token, headers: { 'idempotency-key': key } })
    const [first, second] = await Promise.all([place(), place()])
    if (first.status !== 200) return
    if (second.status === 200 && second.data.id !== first.data.id) throw new Error('one key, two orders')
    witness.write({ kind: 'order', id: first.data.id, key, user_id: user.id })
  }

  async function act(token: string): Promise<void> {
    const mine = await call(instances.list, { query: { page_size: 20 } }, { token })
    const instance = pick(mine.status === 200 ? mine.data : [])
    const action = pick(['start', 'shutdown', 'restart', 'release', 'shutdown'] as const)!
    if (!instance) return
    const { status } = await call(
      instances[action],
      { params: { id: instance.id } },
      { token, headers: { 'idempotency-key': randomUUID() } },
    )
    if (status === 200) witness.write({ kind: 'act', instance_id: instance.id, action, version_title: titles[action] })
  }

  for (;;) {
    const token = await sessions.issue(user.id, user.session_id)
    const dice = random()
    await (dice < 0.15 ? topUp(token) : dice < 0.45 ? order(token) : act(token))
  }
}
