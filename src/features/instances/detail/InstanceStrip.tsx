import { type ReactNode, Suspense } from 'react'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { InstanceStateLine } from '#src/features/instances/InstanceState.tsx'
import { WaitingMark } from '#src/features/instances/WaitingMark.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './InstanceStrip.module.css'
import type { InstanceDetail } from './instance-detail.ts'
import { computeSituation } from './situation.ts'

const AccessStrip = lazyPart(() => import('#src/features/instances/access/AccessStrip.tsx'))

/** What goes on now, in a few words: the step of a boot, else the situation. */
const formatNow = (instance: InstanceDetail, now: number): string => {
  const step = instance.steps.find(({ state }) => state === 'process')
  const boots = instance.status === instanceStatusCodes.creating || instance.status === instanceStatusCodes.starting
  const pull = instance.pull ? ` ${instance.pull.percent}%` : ''
  return boots && step ? `正在${step.title}${pull}` : computeSituation(instance, now).words
}

interface Props {
  instance: InstanceDetail
  /** Epoch ms of the server. */
  now: number
  /** The next action, unless the ways in contain it. */
  children: ReactNode
}

/** State, ways in and cost on one line, so that a tab begins at the top of the page. */
export function InstanceStrip({ instance, now, children }: Props) {
  const running = instance.status === instanceStatusCodes.running
  return (
    <section className={styles.strip} aria-label="实例状态">
      <InstanceStateLine instance={instance} />
      {running ? <span className={styles.room} /> : <p className={styles.words}>{formatNow(instance, now)}</p>}
      <WaitingMark instance={instance} />
      {running && (
        <Suspense fallback={<span className={styles.place} />}>
          <AccessStrip instance={instance} />
        </Suspense>
      )}
      <span className={styles.cost}>
        至今 <YuanAmount amount={instance.cost} as="price" />
      </span>
      {children}
    </section>
  )
}
