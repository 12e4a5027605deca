import { Suspense, useCallback, useEffect, useRef } from 'react'
import { status_codes } from '#contract/instance-actions.ts'
import { serverNow } from '#src/api/server-time.ts'
import { isShown } from '#src/console/generic/actions/off-actions.ts'
import { useRowActions } from '#src/console/generic/actions/use-row-actions.tsx'
import { PageHeader } from '#src/console/layout/PageHeader.tsx'
import { lazyPart } from '#src/kit/lazy-part.tsx'
import type { Row } from '../../declared.ts'
import type { Resource, RowAction } from '../../define-resource.ts'
import { Simulated } from '../Simulated.tsx'
import { gpuText } from '../words.ts'
import { AccessPanel } from './AccessPanel.tsx'
import { DetailTabs } from './DetailTabs.tsx'
import { InstanceActions } from './InstanceActions.tsx'
import styles from './InstancePage.module.css'
import type { InstanceDetail } from './instance-detail.ts'
import { MoneyPanel } from './MoneyPanel.tsx'
import { NextAction } from './NextAction.tsx'
import { situationOf } from './situation.ts'
import { useBootShown } from './use-boot-shown.ts'
import { useInstanceWatch } from './use-instance-watch.ts'
import { type Tab, useTab } from './use-tab.ts'

const ComingStop = lazyPart(() => import('../settings/ComingStop.tsx'))

interface Props {
  resource: Resource
  row: Row
  instance: InstanceDetail
  /** It is on its way out: the list is where it will be missing. */
  onLeave: () => void
}

/** State and next action first, money beside them, and everything else one tab away. */
export function InstancePage({ resource, row, instance, onLeave }: Props) {
  const situation = situationOf(instance, serverNow())
  useInstanceWatch(instance, situation.passing ?? false, onLeave)
  const boot_shown = useBootShown(instance)
  const [tab, setTab] = useTab()
  const tabs = useRef<HTMLElement>(null)
  const { actions, run, dialog } = useRowActions(resource)
  const offered = actions.filter((action) => isShown(action, row))
  const next = offered.find(({ name }) => name === situation.next)
  const jump = useCallback(() => tabs.current?.scrollIntoView({ block: 'start' }), [])
  const sought = useRef<Tab | null>(tab === 'overview' ? null : tab)
  const show = (wanted: Tab) => {
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
      <PageHeader
        title={instance.nick_name}
        aside={instance.simulated && <Simulated />}
        meaning={`${gpuText(instance.flavor)} · ${instance.image} · ${instance.region_name}`}
        trail={[{ label: resource.label, to: resource.path }]}
        actions={<InstanceActions row={row} actions={offered} next={next} run={perform} />}
      />
      {instance.status === status_codes.running && (
        <Suspense fallback={null}>
          <ComingStop instance={instance} />
        </Suspense>
      )}
      <div className={styles.first}>
        <AccessPanel instance={instance} words={situation.words} boot_shown={boot_shown}>
          {next && <NextAction action={next} run={() => perform(next)} />}
        </AccessPanel>
        <MoneyPanel instance={instance} onTab={show} />
      </div>
      <DetailTabs ref={tabs} instance={instance} boot_shown={boot_shown} tab={tab} onTab={setTab} />
      {dialog}
    </div>
  )
}
