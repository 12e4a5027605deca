import { Alert } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { parseYuanToFen } from '#contract/money.ts'
import { type Project, projects } from '#contract/projects.ts'
import { subAccountStates, subAccounts } from '#contract/sub-accounts.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { PagedTable } from '#src/admin/PagedTable.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths, withQuery } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './ProjectShow.module.css'

const live = ['wallet', 'instances'] as const
const pageSize = 10

/** Says what a project's budget does not cover: what was already given beyond it, or what its members are topped up to. */
function BudgetNotice({ project: { budget, rest, top_ups: topUps } }: { project: Project }) {
  if (budget === null || rest === null) return null
  if (Number(rest) < 0) {
    const message = `本月已超出预算 ¥${formatYuan(rest.slice(1))}`
    const why = '调低预算、成员调入时带来的额度和超过余额照常结清的用量都会造成超出；本月不再补足，也不能再划拨。'
    return <Alert type="error" showIcon message={message} description={why} />
  }
  if (parseYuanToFen(topUps) <= parseYuanToFen(budget)) return null
  const message = `成员每月补足合计 ¥${formatYuan(topUps)}，超过预算 ¥${formatYuan(budget)}`
  return <Alert type="warning" showIcon message={message} description="每月 1 日依次补足，预算用完后其余成员不再补，并通知你。" />
}

/** Members of a project, with what each has left, spent and runs. */
function Members({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const { data, total, error, refetch } = useEndpoint(
    subAccounts.list,
    { query: { page, page_size: pageSize, project_id: id } },
    { keep: true, live },
  )
  return (
    <AsyncView
      data={data}
      error={error}
      errorTitle="成员加载失败"
      onRetry={() => void refetch()}
      skeleton={<SkeletonRows rows={3} columns={5} />}
    >
      {(rows) =>
        rows.length === 0 ? (
          <p className={styles.none}>
            还没有成员。在<Link to={paths.subAccounts}>子账号</Link>里新建或修改时选择这个项目。
          </p>
        ) : (
          <PagedTable
            label="成员"
            className={styles.rows}
            heads={['名称', '状态', '实例', '剩余额度（元）', '本月消费（元）']}
            page={page}
            pageSize={pageSize}
            total={total}
            onPage={setPage}
          >
            {rows.map((sub) => (
              <tr key={sub.id}>
                <td>
                  <Link to={`${paths.subAccounts}/${sub.id}`}>{sub.name}</Link>
                </td>
                <td>{subAccountStates[sub.state]}</td>
                <td data-name="实例">{sub.instances ? `${sub.instances} 台，${sub.running} 台运行` : '无'}</td>
                <td data-name="剩余">
                  <YuanAmount amount={sub.remaining} bare />
                </td>
                <td data-name="本月消费">
                  <YuanAmount amount={sub.spent_month} bare />
                </td>
              </tr>
            ))}
          </PagedTable>
        )
      }
    </AsyncView>
  )
}

/** A project, what its budget does not cover, and its members. */
export default function ProjectShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource} of={projects.get}>
      {(project) => (
        <ShowPanels>
          <BudgetNotice project={project} />
          <PagePanel
            title="成员"
            flush
            extra={<Link to={withQuery(paths.subAccounts, { project_id: project.id })}>在子账号里管理</Link>}
          >
            <Members id={project.id} />
          </PagePanel>
        </ShowPanels>
      )}
    </Show>
  )
}
