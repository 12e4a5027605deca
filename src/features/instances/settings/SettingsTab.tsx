import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { GuardSettingsForm } from './GuardSettingsForm.tsx'
import { useGuard } from './use-guard.ts'

/** What may stop this instance by itself (product §4). */
export default function SettingsTab({ instance }: { instance: InstanceDetail }) {
  const { data, error, refetch } = useGuard(instance.id)
  return (
    <AsyncView
      data={data}
      error={error}
      errorTitle="设置加载失败"
      onRetry={() => void refetch()}
      skeleton={<SkeletonRows rows={6} />}
    >
      {(guard) => <GuardSettingsForm instance={instance} guard={guard} />}
    </AsyncView>
  )
}
