import { AsyncView } from '#src/ui/AsyncView.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { Tag } from '#src/ui/ToneTag.tsx'
import styles from './GatewayPanel.module.css'
import { useGateway } from './use-models.ts'

/** The address programs are pointed at, and its limits. */
export function Gateway() {
  const query = useGateway()
  return (
    <section className={styles.gateway} aria-label="接口地址">
      <AsyncView
        data={query.data}
        error={query.error}
        errorTitle="接口地址加载失败"
        onRetry={() => void query.refetch()}
        skeleton={<SkeletonRows rows={1} />}
      >
        {({ base_url, sandbox, off, requests_per_minute }) => (
          <dl>
            <div className={styles.address}>
              <dt>接口地址（base_url）</dt>
              <dd>
                <CopyText text={base_url} label="复制接口地址" mono />
              </dd>
            </div>
            <div>
              <dt>每把密钥</dt>
              <dd>每分钟 {requests_per_minute} 次请求</dd>
            </div>
            {off && (
              <div>
                <dt>上游</dt>
                <dd>
                  <Tag tone="warning" icon="info">
                    平台没有开通大模型 API
                  </Tag>
                </dd>
              </div>
            )}
            {sandbox && (
              <div>
                <dt>上游</dt>
                <dd>
                  <Tag tone="warning" icon="info">
                    沙箱：只会复述，计费照常
                  </Tag>
                </dd>
              </div>
            )}
          </dl>
        )}
      </AsyncView>
    </section>
  )
}
