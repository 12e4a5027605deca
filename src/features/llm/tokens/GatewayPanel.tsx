import { AsyncView } from '#src/ui/AsyncView.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './GatewayPanel.module.css'
import { useLlmGateway } from './use-models.ts'

/** API address for programs, and its limits. */
export function GatewayPanel() {
  const query = useLlmGateway()
  return (
    <section className={styles.gateway} aria-label="接口地址">
      <AsyncView
        data={query.data}
        error={query.error}
        errorTitle="接口地址加载失败"
        onRetry={() => void query.refetch()}
        skeleton={<SkeletonRows rows={1} />}
      >
        {({ base_url: baseUrl, sandbox, off, requests_per_minute: requestsPerMinute }) => (
          <dl>
            <div className={styles.address}>
              <dt>接口地址（base_url）</dt>
              <dd>
                <CopyText text={baseUrl} label="复制接口地址" mono />
              </dd>
            </div>
            <div>
              <dt>每把密钥</dt>
              <dd>每分钟 {requestsPerMinute} 次请求</dd>
            </div>
            {off && (
              <div>
                <dt>上游</dt>
                <dd>
                  <ToneTag tone="warning" icon="info">
                    平台没有开通大模型 API
                  </ToneTag>
                </dd>
              </div>
            )}
            {sandbox && (
              <div>
                <dt>上游</dt>
                <dd>
                  <ToneTag tone="warning" icon="info">
                    沙箱：只会复述，计费照常
                  </ToneTag>
                </dd>
              </div>
            )}
          </dl>
        )}
      </AsyncView>
    </section>
  )
}
