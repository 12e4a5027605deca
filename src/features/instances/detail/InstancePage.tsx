import { type HttpError, useInvalidate, useOne } from '@refinedev/core'
import { Button, Dropdown } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { isActionShown, isInlineAction } from '#src/admin/actions/action-availability.ts'
import { buildActionMenu } from '#src/admin/actions/action-menu.ts'
import { useRowActions } from '#src/admin/actions/use-row-actions.tsx'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import type { Resource, RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { isApiError } from '#src/api/api-error.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { formatGpu } from '#src/features/instances/instance-text.ts'
import { SimulatedMark } from '#src/features/instances/SimulatedMark.tsx'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { narrowScreen } from '#src/ui/media.ts'
import { toast } from '#src/ui/toast.ts'
import { useStore } from '#src/ui/use-store.ts'
import { AccessPanel } from './AccessPanel.tsx'
import { DetailTabs } from './DetailTabs.tsx'
import styles from './InstancePage.module.css'
import { InstanceStrip } from './InstanceStrip.tsx'
import type { InstanceDetail } from './instance-detail.ts'
import { MoneyPanel } from './MoneyPanel.tsx'
import { computeSituation, formatSickGpu } from './situation.ts'
import { type InstanceTab, useInstanceTab } from './use-instance-tab.ts'

const labels: Record<string, string> = { terminal: '打开终端' }

/** The most common next action, as the only filled button of the page. */
function NextAction({ action, run, className }: { action: RowAction<Row>; run: () => void; className?: string | undefined }) {
  return (
    <Button type="primary" size="large" icon={action.icon} onClick={run} {...(className && { className })}>
      {labels[action.name] ?? action.label}
    </Button>
  )
}

/** The same in the line above a tab; on a phone the bar at the bottom has it. */
const StripAction = ({ action, run }: { action: RowAction<Row>; run: () => void }) => (
  <Button type="primary" icon={action.icon} onClick={run} className={styles.stripAction ?? ''}>
    {action.label}
  </Button>
)

/** Leads to the order of an instance like this one, to choose another image. */
const buildReplaceAction = ({ product_id: productId, flavor }: InstanceDetail): RowAction<Row> => ({
  name: 'replace',
  label: '换镜像新建',
  icon: <Icon name="plus" />,
  href: () => paths.createInstance({ product_id: productId, gpu_num: flavor.gpu_num }),
})

interface InstanceActionsProps {
  row: Row
  actions: readonly RowAction<Row>[]
  /** The next action: inside the page on a desktop; on a phone here, in the bottom bar. */
  next: RowAction<Row> | undefined
  run: (action: RowAction<Row>) => void
}

const visibleActionCounts = { wide: 2, narrow: 1 } as const

/** Other available actions; rare ones, and ones that need another state, are behind a menu button. */
function InstanceActions({ row, actions, next, run }: InstanceActionsProps) {
  const others = actions.filter((action) => action !== next)
  const room = useStore(narrowScreen) && next ? visibleActionCounts.narrow : visibleActionCounts.wide
  const shown = others.filter((action) => isInlineAction(action, row)).slice(0, room)
  const more = others.filter((action) => !shown.includes(action))
  return (
    <div className={styles.actions}>
      {next && <NextAction action={next} run={() => run(next)} className={styles.next} />}
      {shown.map((action) => (
        <Button key={action.name} danger={action.danger ?? false} icon={action.icon} onClick={() => run(action)}>
          {action.label}
        </Button>
      ))}
      {more.length > 0 && (
        <Dropdown trigger={['click']} placement="bottomRight" {...buildActionMenu(more, row, run)}>
          <Button className={styles.more} icon={<Icon name="more" />} aria-label="更多操作" />
        </Dropdown>
      )}
    </div>
  )
}

const passingMs = 2000
/** Largest age of the cost figure: the cost of a running instance grows every second. */
const restingMs = 30_000

/**
 * Keeps the displayed instance current in addition to the event stream; returns to the list once it is being released or gone.
 */
function useInstanceWatch({ id, nick_name: nickName, status }: InstanceDetail, passing: boolean, onLeave: () => void): void {
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const { query } = useOne<Row, HttpError>({
    resource: 'instances',
    id,
    liveMode: 'off', // the page has its own subscription
    errorNotification: false,
    queryOptions: { refetchInterval: passing ? passingMs : restingMs },
  })
  const gone = isApiError(query.error) && query.error.status === 404
  const leaving = gone || status === instanceStatusCodes.releasing

  useEffect(() => {
    if (!leaving) return
    if (gone) toast.success(`「${nickName}」已释放`)
    onLeave()
    void invalidate({ resource: 'instances', invalidates: ['list'] })
    void navigate(paths.containerInstances, { replace: true })
  }, [leaving, gone, nickName, onLeave, invalidate, navigate])
}

const UpcomingStop = lazyPart(() => import('#src/features/instances/settings/UpcomingStop.tsx'))

/** Returns whether boot steps are shown at the top: during a boot, and after a failed step. */
function useBootShown({ status, steps }: Pick<InstanceDetail, 'status' | 'steps'>): boolean {
  const boots = status === instanceStatusCodes.creating || status === instanceStatusCodes.starting
  const failed = status === instanceStatusCodes.abnormal && steps.some(({ state }) => state === 'error')
  const [watched, setWatched] = useState(boots)
  if (boots && !watched) setWatched(true)
  // Steps the user has watched stay after the boot, to avoid a layout shift while they reach for the terminal.
  return boots || failed || (watched && status === instanceStatusCodes.running)
}

interface Props {
  resource: Resource
  row: Row
  instance: InstanceDetail
  /** Called when the instance is being released; the list shows that it is gone. */
  onLeave: () => void
}

/** State and next action first, cost beside them, everything else in tabs. */
export function InstancePage({ resource, row, instance, onLeave }: Props) {
  const now = getServerNow()
  const situation = computeSituation(instance, now)
  const sick = formatSickGpu(instance)
  useInstanceWatch(instance, situation.passing ?? false, onLeave)
  const bootShown = useBootShown(instance)
  const [tab, setTab] = useInstanceTab()
  const { actions, run, dialog } = useRowActions(resource)
  const shown = actions.filter((action) => isActionShown(action, row) && action.name !== tab)
  const offered = situation.next === 'replace' ? [buildReplaceAction(instance), ...shown] : shown
  const next = offered.find(({ name }) => name === situation.next)
  const show = (wanted: InstanceTab) => {
    setTab(wanted)
    // a tab begins near the top of the page, wherever the page had been scrolled to
    window.scrollTo({ top: 0 })
  }
  const perform = (action: RowAction<Row>) => (action.name === 'terminal' ? show('terminal') : run(action, row))

  return (
    <div className={styles.page}>
      <PageHeading
        title={instance.nick_name}
        aside={instance.simulated && <SimulatedMark />}
        meaning={`${formatGpu(instance.flavor)} · ${instance.image} · ${instance.region_name}`}
        trail={[{ label: resource.label, to: resource.path }]}
        actions={<InstanceActions row={row} actions={offered} next={next} run={perform} />}
      />
      {sick && (
        <div className={styles.sick} role="status">
          <Icon name="warning" />
          <span>{sick}</span>
        </div>
      )}
      {instance.status === instanceStatusCodes.running && (
        <Suspense fallback={null}>
          <UpcomingStop instance={instance} />
        </Suspense>
      )}
      {tab === 'overview' ? (
        <div className={styles.first}>
          <AccessPanel instance={instance} words={situation.words} bootShown={bootShown} onTab={show}>
            {next && <NextAction action={next} run={() => perform(next)} />}
          </AccessPanel>
          <MoneyPanel instance={instance} onTab={show} />
        </div>
      ) : (
        <InstanceStrip instance={instance} now={now}>
          {next && next.name !== 'terminal' && <StripAction action={next} run={() => perform(next)} />}
        </InstanceStrip>
      )}
      <DetailTabs instance={instance} bootShown={bootShown} tab={tab} onTab={show} />
      {dialog}
    </div>
  )
}
