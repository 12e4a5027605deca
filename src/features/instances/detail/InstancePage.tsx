import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { isActionShown } from '#src/admin/actions/action-availability.ts'
import { useRowActions } from '#src/admin/actions/use-row-actions.tsx'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import type { Resource, RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { formatGpu } from '#src/features/instances/instance-text.ts'
import { SimulatedMark } from '#src/features/instances/SimulatedMark.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { AccessPanel } from './AccessPanel.tsx'
import { DetailTabs } from './DetailTabs.tsx'
import { InstanceActions } from './InstanceActions.tsx'
import styles from './InstancePage.module.css'
import type { InstanceDetail } from './instance-detail.ts'
import { MoneyPanel } from './MoneyPanel.tsx'
import { NextAction } from './NextAction.tsx'
import { computeSituation } from './situation.ts'
import { type InstanceTab, useInstanceTab } from './use-instance-tab.ts'
import { useInstanceWatch } from './use-instance-watch.ts'

const UpcomingStop = lazyPart(() => import('#src/features/instances/settings/UpcomingStop.tsx'))

/** Whether the steps of a boot stand at the top of the page: while it boots, and where a step failed. */
function useBootShown({ status, steps }: Pick<InstanceDetail, 'status' | 'steps'>): boolean {
  const boots = status === instanceStatusCodes.creating || status === instanceStatusCodes.starting
  const failed = status === instanceStatusCodes.abnormal && steps.some(({ state }) => state === 'error')
  const [watched, setWatched] = useState(boots)
  if (boots && !watched) setWatched(true)
  // Steps that were watched stay when they are done: the page does not move under the hand that goes for the terminal.
  return boots || failed || (watched && status === instanceStatusCodes.running)
}

interface Props {
  resource: Resource
  row: Row
  instance: InstanceDetail
  /** It is on its way out: the list is where it will be missing. */
  onLeave: () => void
}

/** State and next action first, money beside them, and everything else one tab away. */
export function InstancePage({ resource, row, instance, onLeave }: Props) {
  const situation = computeSituation(instance, getServerNow())
  useInstanceWatch(instance, situation.passing ?? false, onLeave)
  const bootShown = useBootShown(instance)
  const [tab, setTab] = useInstanceTab()
  const tabs = useRef<HTMLElement>(null)
  const { actions, run, dialog } = useRowActions(resource)
  const offered = actions.filter((action) => isActionShown(action, row))
  const next = offered.find(({ name }) => name === situation.next)
  const jump = useCallback(() => tabs.current?.scrollIntoView({ block: 'start' }), [])
  const sought = useRef<InstanceTab | null>(tab === 'overview' ? null : tab)
  const show = (wanted: InstanceTab) => {
    if (wanted === tab) return jump()
    sought.current = wanted
    setTab(wanted)
  }
  const perform = (action: RowAction<Row>) => (action.name === 'terminal' ? show('terminal') : run(action, row))

  // whoever asks for one of the tabs from elsewhere is taken to it
  useEffect(() => {
    if (sought.current !== tab) return
    sought.current = null
    requestAnimationFrame(jump) // the pane is drawn one frame after its tab
  }, [tab, jump])

  return (
    <div className={styles.page}>
      <PageHeading
        title={instance.nick_name}
        aside={instance.simulated && <SimulatedMark />}
        meaning={`${formatGpu(instance.flavor)} · ${instance.image} · ${instance.region_name}`}
        trail={[{ label: resource.label, to: resource.path }]}
        actions={<InstanceActions row={row} actions={offered} next={next} run={perform} />}
      />
      {instance.status === instanceStatusCodes.running && (
        <Suspense fallback={null}>
          <UpcomingStop instance={instance} />
        </Suspense>
      )}
      <div className={styles.first}>
        <AccessPanel instance={instance} words={situation.words} bootShown={bootShown}>
          {next && <NextAction action={next} run={() => perform(next)} />}
        </AccessPanel>
        <MoneyPanel instance={instance} onTab={show} />
      </div>
      <DetailTabs ref={tabs} instance={instance} bootShown={bootShown} tab={tab} onTab={setTab} />
      {dialog}
    </div>
  )
}
