import { operatorLlmModels } from '#contract/operator/llm.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SummaryFigures } from '#src/admin/SummaryFigures.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './UpstreamHealth.module.css'

/** Whether the upstream responds now, and its results in the last hour. */
export function UpstreamHealth() {
  const { data, error, refetch } = useEndpoint(operatorLlmModels.health, {}, { every: 60_000 })
  return (
    <div className={styles.upstream}>
      <PagePanel flush>
        <AsyncView
          data={data}
          error={error}
          errorTitle="上游状态加载失败"
          onRetry={() => void refetch()}
          skeleton={<SkeletonRows rows={1} columns={4} />}
        >
          {({ sandbox, off, reachable, latency_ms: latencyMs, hour, models }) => (
            <SummaryFigures
              label="上游"
              figures={[
                {
                  name: sandbox ? '上游（沙箱）' : '上游',
                  value: (
                    <ToneTag tone={reachable ? 'success' : 'danger'} icon={reachable ? 'check' : 'warning'}>
                      {off ? '没有开通（LLM=off）' : reachable ? `可用，${latencyMs} 毫秒` : '没有回应'}
                    </ToneTag>
                  ),
                },
                { name: '近一小时调用', value: `${hour.calls} 次` },
                { name: '其中失败', value: `${hour.errors} 次` },
                { name: '首字节', value: hour.first_byte_ms === null ? '—' : `${hour.first_byte_ms} 毫秒` },
                { name: '上游的模型', value: `${models.length} 个` },
              ]}
            />
          )}
        </AsyncView>
      </PagePanel>
    </div>
  )
}
