import type { Transaction } from 'kysely'
import { QueueForm } from '#contract/queue.ts'
import type { DB } from '#server/db/types.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { formatQueueReason } from '#server/domains/rentals/capacity/queue.presenter.ts'
import { type QueueRow, queueRepo } from '#server/domains/rentals/capacity/queue.repo.ts'
import type { Tx } from '#server/tx.ts'

const queuePage = '/console/queue'
const instancePage = (id: string) => `/console/container-instance/detail/${id}`

type QueueNotifier = (tx: Tx, entry: QueueRow, detail: string) => Promise<void>

async function getEntryName(trx: Transaction<DB>, entry: QueueRow): Promise<string> {
  const view = await queueRepo(trx).findView(entry.user_id, entry.id)
  return view?.instance_name ?? QueueForm.parse(entry.form).nick_name
}

const describeBilling = (entry: QueueRow): string =>
  entry.form === null || QueueForm.parse(entry.form).charge_rule === 'hour'
    ? '按量计费从「运行中」开始，不需要时请及时关机。'
    : '套餐费用已从余额支付，从现在起算。'

/** Notifies the user that the entry was served. */
export const notifyQueueServed: QueueNotifier = async (tx, entry, instanceId) =>
  notifyUser(tx, {
    user_id: entry.user_id,
    class: 'system',
    title: `实例 ${await getEntryName(tx.db, entry)} 已轮到，正在${entry.kind === 'boot' ? '开机' : '创建'}`,
    content: `已分到 ${entry.gpu_num} 张 GPU。${describeBilling(entry)}`,
    link: instancePage(instanceId),
  })

/** Notifies the user that the entry is skipped and keeps its place. Sent once per reason. */
export const notifyQueueHeld: QueueNotifier = async (tx, entry, reason) =>
  notifyUser(tx, {
    user_id: entry.user_id,
    class: reason === 'insufficient_balance' ? 'balance' : 'system',
    title: `${await getEntryName(tx.db, entry)} 的排队暂时轮空`,
    content: `有空闲 GPU 时没有为它${entry.kind === 'boot' ? '开机' : '下单'}：${formatQueueReason(reason)}。位置为你保留，没有扣款。`,
    link: queuePage,
  })

/** Notifies the user that the entry ended without being served. */
export const notifyQueueFailed: QueueNotifier = async (tx, entry, reason) =>
  notifyUser(tx, {
    user_id: entry.user_id,
    class: 'system',
    title: `${await getEntryName(tx.db, entry)} 的排队已结束`,
    content: `${formatQueueReason(reason)}。没有${entry.kind === 'boot' ? '开机' : '下单'}，也没有扣款，可以重新排队。`,
    link: queuePage,
  })
