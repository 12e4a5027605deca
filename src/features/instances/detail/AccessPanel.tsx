import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { AccessSkeleton } from '#src/features/instances/access/AccessSkeleton.tsx'
import { WaitingMark } from '#src/features/instances/WaitingMark.tsx'
import { paths } from '#src/paths.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { getStatusStyle } from '#src/ui/status-styles.ts'
import styles from './AccessPanel.module.css'
import { BootSteps } from './BootSteps.tsx'
import type { InstanceDetail } from './instance-detail.ts'

const AccessMethods = lazyPart(() => import('#src/features/instances/access/AccessMethods.tsx'))

interface Props {
  instance: InstanceDetail
  /** What the state means. */
  words: string
  bootShown: boolean
  /** The next action. */
  children: ReactNode
}

/** How it is, what that means, the way in, and while it boots, how far it is. */
export function AccessPanel({ instance, words, bootShown, children }: Props) {
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
        {bootShown && <BootSteps steps={instance.steps} pull={instance.pull} />}
        <Suspense fallback={<AccessSkeleton />}>
          <AccessMethods instance={instance} />
        </Suspense>
        <dl className={styles.access}>
          <div>
            <dt>登录密钥</dt>
            <dd>{instance.secret_key_name ?? <Link to={paths.secretKeys}>未设置</Link>}</dd>
          </div>
          <div>
            <dt>数据盘</dt>
            <dd>
              <code>/workspace</code>
            </dd>
          </div>
          <div>
            <dt>实例编号</dt>
            <dd>
              <CopyText text={instance.id} label="复制实例编号" mono />
            </dd>
          </div>
        </dl>
      </div>
    </PagePanel>
  )
}
