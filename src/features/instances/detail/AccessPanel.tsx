import { Steps } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { ImagePull } from '#contract/instances.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { AccessSkeleton } from '#src/features/instances/access/AccessSkeleton.tsx'
import { ImagePullBar } from '#src/features/instances/ImagePullBar.tsx'
import { RetentionMeter } from '#src/features/instances/RetentionMeter.tsx'
import { WaitingMark } from '#src/features/instances/WaitingMark.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { narrowScreen } from '#src/ui/media.ts'
import { getStatusStyle } from '#src/ui/status-styles.ts'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './AccessPanel.module.css'
import type { BootStep, InstanceDetail } from './instance-detail.ts'
import { formatStepTimes } from './step-text.ts'
import type { InstanceTab } from './use-instance-tab.ts'

const isPulling = ({ key, state }: BootStep) => key === 'image' && state === 'process'

/** Error of the last image pull, and what happens next. The countdown is not announced to screen readers. */
function PullError({ error, retry_at: retryAt }: { error: string; retry_at: ImagePull['retry_at'] }) {
  const left = useSecondsUntil(retryAt ?? '')
  return (
    <p className={styles.trouble}>
      {error}
      <span aria-live="off">{left > 0 ? `${left} 秒后自动重试` : '正在重试'}</span>，长时间没有进展才会停止，期间不计费。
    </p>
  )
}

/** Steps of a creation or boot with their times, as they arrive. */
function BootSteps({ steps, pull }: { steps: readonly BootStep[]; pull: ImagePull | null }) {
  const narrow = useStore(narrowScreen)
  return (
    <div className={styles.steps} aria-live="polite">
      <Steps
        size="small"
        direction={narrow ? 'vertical' : 'horizontal'}
        responsive={false}
        labelPlacement={narrow ? 'horizontal' : 'vertical'}
        current={-1}
        items={steps.map((step) => ({
          title: step.title,
          status: step.state,
          description: (
            <span className={styles.when}>
              {formatStepTimes(step)}
              {isPulling(step) && pull ? (
                <ImagePullBar pull={pull} />
              ) : (
                step.detail && step.state !== 'finish' && <span className={styles.detail}>{step.detail}</span>
              )}
            </span>
          ),
        }))}
      />
      {pull?.last_error && steps.some(isPulling) && <PullError error={pull.last_error} retry_at={pull.retry_at} />}
    </div>
  )
}

const AccessMethods = lazyPart(() => import('#src/features/instances/access/AccessMethods.tsx'))
const UseLines = lazyPart(() => import('#src/features/instances/monitor/UseLines.tsx'))

interface Props {
  instance: InstanceDetail
  /** Explanation of the state. */
  words: string
  bootShown: boolean
  onTab: (tab: InstanceTab) => void
  /** The next action, as a button. */
  children: ReactNode
}

/** State with its explanation, how long it is kept, the progress of a boot, access methods, and use of the last hour. */
export function AccessPanel({ instance, words, bootShown, onTab, children }: Props) {
  const { word, tone, icon, moving } = getStatusStyle(instance.status)
  return (
    <PagePanel>
      <div className={styles.panel}>
        <div className={styles.head}>
          <div>
            <h2 className={styles.state} data-tone={tone} aria-live="polite">
              <Icon name={icon} className={moving ? styles.moving : undefined} />
              {word}
            </h2>
            <p className={styles.words}>{words}</p>
            <WaitingMark instance={instance} />
          </div>
          <div className={styles.next}>{children}</div>
        </div>
        <RetentionMeter instance={instance} detailed />
        {bootShown && <BootSteps steps={instance.steps} pull={instance.pull} />}
        <Suspense fallback={<AccessSkeleton />}>
          <AccessMethods instance={instance} />
        </Suspense>
        {instance.status === instanceStatusCodes.running && instance.gpu_mode === 'gpu' && (
          <Suspense fallback={<span className={styles.lines} />}>
            <UseLines instance={instance} onOpen={() => onTab('monitor')} />
          </Suspense>
        )}
      </div>
    </PagePanel>
  )
}
