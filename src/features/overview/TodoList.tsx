import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { coupons } from '#contract/coupons.ts'
import { limits } from '#contract/limits.ts'
import type { OverviewTodo, OverviewTodoKind } from '#contract/overview-todos.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { computeRelease, TopUp } from '#src/features/wallet/shared.ts'
import { paths } from '#src/paths.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { FoldButton } from './FoldButton.tsx'
import { formatHoursLeft } from './hours-left.ts'
import styles from './TodoList.module.css'
import { useFold } from './use-fold.ts'
import type { Overview } from './use-overview.ts'

interface Line {
  tone: 'danger' | 'warning' | 'plain'
  icon: IconName
  title: string
  detail: string
  next: ReactNode
}

/** Claims a voucher where it is mentioned. */
function ClaimButton({ id, name }: Pick<OverviewTodo, 'id' | 'name'>) {
  const { run, pending } = useAction(coupons.claim)
  return (
    <Button
      size="small"
      type="primary"
      loading={pending}
      aria-label={`领取 ${name}`}
      onClick={() => void run({ body: { campaign_id: id! } })}
    >
      领取
    </Button>
  )
}

const graceText = '保留 1 小时宽限，之后自动关机，数据保留'
const shortTime = (at: string | null) => (at ? formatTime(at).slice(5) : '')

/** A submission that was refused, with the way to mend it. */
const buildRefusedLine = (title: string, { reason }: OverviewTodo, to: string, label = '去修改'): Line => ({
  tone: 'plain',
  icon: 'undo',
  title,
  detail: reason ?? '查看原因后可以重新提交',
  next: <Link to={to}>{label}</Link>,
})

const lineBuilders: Record<OverviewTodoKind, (todo: OverviewTodo, hoursLeft: number | null) => Line> = {
  debt: ({ amount, at, reason }) => ({
    tone: 'danger',
    icon: 'warning',
    title: `欠款 ¥${formatYuan(amount ?? '0.00')}`,
    detail: `${reason}。${
      at
        ? `滞纳金按本金每日 ${limits.lateFeePercentPerDay}% 计，${shortTime(at)} 前未结清将终止服务，按量计费的实例连同数据一并释放`
        : '服务已终止，不再增加滞纳金；结清后可以重新使用'
    }`,
    next: <TopUp amount={amount ?? undefined} />,
  }),
  low_balance: (_, hoursLeft) => ({
    tone: hoursLeft === 0 ? 'danger' : 'warning',
    icon: 'wallet',
    title: hoursLeft === 0 ? '余额已用完' : `余额${formatHoursLeft(hoursLeft)}`,
    detail: hoursLeft === 0 ? graceText : `用完后${graceText}`,
    next: <TopUp />,
  }),
  abnormal: ({ id, name, at, reason }) => ({
    tone: 'danger',
    icon: 'warning',
    title: `「${name}」异常`,
    detail: `${reason ?? '已停止计费，数据保留'}${at ? `，${computeRelease(at, getServerNow())?.text}` : ''}`,
    next: <Link to={paths.containerInstance(id!)}>查看并处理</Link>,
  }),
  expiry: ({ id, name, at, reason }) => ({
    tone: 'warning',
    icon: 'clock',
    title: `「${name}」${shortTime(at)} 到期`,
    detail: reason ? `自动续费没有成功：${reason}` : `到期自动关机并释放 GPU，数据保留 ${limits.releaseDays} 天`,
    next: <Link to={paths.instanceRenew({ id: id! })}>去续费</Link>,
  }),
  release: ({ id, name, at }) => ({
    tone: 'warning',
    icon: 'trash',
    title: `「${name}」${computeRelease(at, getServerNow())?.text}`,
    detail: `停用满 ${limits.releaseDays} 天，${shortTime(at)} 删除系统盘和数据盘，开机一次即可重新计算`,
    next: <Link to={paths.containerInstance(id!)}>去开机</Link>,
  }),
  image_release: (todo) => buildRefusedLine(`镜像「${todo.name}」没有通过`, todo, paths.releaseImageEntry(todo.id!)),
  data_set: (todo) => buildRefusedLine(`数据集「${todo.name}」没有通过`, todo, paths.myDataSet(todo.id!)),
  original: (todo) => buildRefusedLine(`「${todo.name}」的原创申请被驳回`, todo, paths.applyOriginal, '查看申请'),
  invoice: (todo) =>
    buildRefusedLine(`「${todo.name}」的开票申请被驳回`, todo, paths.invoiceDetails({ id: todo.id! }), '查看原因'),
  real_name: ({ amount }) => ({
    tone: 'plain',
    icon: 'shield',
    title: '尚未实名认证',
    detail: `租用前需要，约 1 分钟${amount ? `；认证后可领 ¥${formatYuan(amount)} 代金券` : ''}`,
    next: <Link to={paths.certificationDetailsFor({ return: paths.dataOverview })}>去认证</Link>,
  }),
  voucher: ({ id, name, amount }) => ({
    tone: 'plain',
    icon: 'coupon',
    title: `可领 ¥${formatYuan(amount ?? '0.00')} ${name}`,
    detail: '付款和用量都先用它抵扣',
    next: <ClaimButton id={id} name={name} />,
  }),
}

const shown = 5

/** What the person must look after, each with its next step; nothing if there is none. */
export function TodoList({ todos, hoursLeft }: { todos: readonly OverviewTodo[]; hoursLeft: Overview['wallet']['hours_left'] }) {
  const { items, ...fold } = useFold(todos, shown)
  if (todos.length === 0) return null
  return (
    <PagePanel title={`需要处理 ${todos.length}`} flush>
      <ul className={styles.todos}>
        {items.map((todo) => {
          const { tone, icon, title, detail, next } = lineBuilders[todo.kind](todo, hoursLeft)
          return (
            <li key={`${todo.kind} ${todo.id}`}>
              <div className={styles.todo} data-tone={tone} {...(tone === 'danger' && { role: 'alert' })}>
                <Icon name={icon} />
                <strong>{title}</strong>
                <span className={styles.detail}>{detail}</span>
                <span className={styles.next}>{next}</span>
              </div>
            </li>
          )
        })}
      </ul>
      <FoldButton fold={fold} />
    </PagePanel>
  )
}
