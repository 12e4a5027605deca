import { Pagination } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { statementSources } from '#contract/creator-labels.ts'
import { operatorCreatorStatements } from '#contract/operator/creator-statements.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { formatCount } from '#src/ui/format-count.ts'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

const pageSize = 20

function StatementUsageLines({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const { data, total, error, refetch } = useEndpoint(operatorCreatorStatements.lines, {
    params: { id },
    query: { page, page_size: pageSize },
  })
  return (
    <AsyncView data={data} error={error} onRetry={() => void refetch()} errorTitle="使用记录加载失败">
      {(lines) => (
        <>
          <MoneyTable
            caption="每一段使用"
            heads={['镜像', '使用者', '实例', '时间', '秒数', '价格（元/小时）', '现金（元）', '费用（元）', '收益（元）']}
            numbers={4}
            rows={lines.map((line) => ({
              key: line.id,
              cells: [
                `${line.image} ${line.version}`,
                <Link key="consumer" to={operatorPaths.user(line.consumer_id)}>
                  {line.consumer}
                </Link>,
                line.order_id ? (
                  <Link key="order" to={operatorPaths.ordersOf({ keyword: line.order_id })}>
                    {statementSources[line.source]}
                  </Link>
                ) : (
                  <Link key="instance" to={operatorPaths.instance(line.instance_id)}>
                    {statementSources[line.source]}
                  </Link>
                ),
                `${formatTimeExact(line.from)} 至 ${formatTimeExact(line.to)}`,
                formatCount(line.seconds),
                formatYuan(line.price_hour),
                <YuanAmount key="cash" amount={line.cash} bare />,
                <YuanAmount key="whole" amount={line.whole} bare />,
                line.pending ? `${formatYuan(line.amount)}（待结清）` : formatYuan(line.amount),
              ],
            }))}
          />
          {total > pageSize && (
            <Pagination current={page} pageSize={pageSize} total={total} showSizeChanger={false} onChange={setPage} />
          )}
        </>
      )}
    </AsyncView>
  )
}

/** A statement and every usage period behind it. */
export default function CreatorStatementShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {({ id }) => (
        <ShowPanels>
          <PagePanel title="使用记录">
            <StatementUsageLines id={id} />
          </PagePanel>
        </ShowPanels>
      )}
    </Show>
  )
}
