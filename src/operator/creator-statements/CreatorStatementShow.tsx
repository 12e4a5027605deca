import { Pagination } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { statement_sources } from '#contract/creator-labels.ts'
import { operator_creator_statements } from '#contract/operator/creator-statements.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { operator_paths } from '#src/operator/paths.ts'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'

const page_size = 20

function Lines({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const { data, total, error, refetch } = useEndpoint(operator_creator_statements.lines, {
    params: { id },
    query: { page, page_size },
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
                <Link key="consumer" to={operator_paths.user(line.consumer_id)}>
                  {line.consumer}
                </Link>,
                line.order_id ? (
                  <Link key="order" to={operator_paths.orders_of({ keyword: line.order_id })}>
                    {statement_sources[line.source]}
                  </Link>
                ) : (
                  <Link key="instance" to={operator_paths.instance(line.instance_id)}>
                    {statement_sources[line.source]}
                  </Link>
                ),
                `${formatTimeExact(line.from)} 至 ${formatTimeExact(line.to)}`,
                line.seconds,
                line.price_hour,
                <Yuan key="cash" amount={line.cash} bare />,
                <Yuan key="whole" amount={line.whole} bare />,
                line.pending ? `${line.amount}（待结清）` : line.amount,
              ],
            }))}
          />
          {total > page_size && (
            <Pagination current={page} pageSize={page_size} total={total} showSizeChanger={false} onChange={setPage} />
          )}
        </>
      )}
    </AsyncView>
  )
}

/** A statement and every stretch of use behind it. */
export default function StatementShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {({ id }) => (
        <Parts>
          <Panel title="使用记录">
            <Lines id={id} />
          </Panel>
        </Parts>
      )}
    </Show>
  )
}
