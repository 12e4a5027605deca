import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { resultCodes } from '#contract/codes.ts'
import type { Instance } from '#contract/instances.ts'
import frame from '#src/admin/layout/form-page.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { isApiError } from '#src/api/api-error.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { buildInstanceTrail } from './instance-trail.ts'
import styles from './money.module.css'

interface Props<T> {
  title: string
  meaning: string
  /** The instance, if known and the page is not about several. */
  instance: Pick<Instance, 'id' | 'nick_name'> | null | undefined
  /** The address names no instance. */
  missing: boolean
  found: { data: T | undefined; error: unknown; retry: () => void }
  children: (data: T) => ReactNode
}

/** Frame of a page about an instance's money: header, and a placeholder if the instance is missing. */
export function InstanceMoneyPage<T>({ title, meaning, instance, missing, found: { data, error, retry }, children }: Props<T>) {
  const navigate = useNavigate()
  const gone = missing || (isApiError(error) && error.code === resultCodes.not_found.code)
  return (
    <div className={frame.page}>
      <PageHeading title={title} meaning={meaning} trail={buildInstanceTrail(instance)} />
      {gone ? (
        <PagePanel>
          <EmptyState
            title={missing ? '没有选择实例' : '实例不存在或已释放'}
            hint="从实例列表里选一台，再打开它的操作菜单。"
            action={<Button onClick={() => void navigate(paths.containerInstances)}>查看我的实例</Button>}
          />
        </PagePanel>
      ) : (
        <AsyncView
          data={data}
          error={error}
          errorTitle="实例加载失败"
          onRetry={retry}
          skeleton={
            <PagePanel>
              <SkeletonRows rows={5} />
            </PagePanel>
          }
        >
          {(shown) => <div className={styles.page}>{children(shown)}</div>}
        </AsyncView>
      )}
    </div>
  )
}
