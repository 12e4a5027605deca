import { directories } from '#contract/directories.ts'
import { projects } from '#contract/projects.ts'
import frame from '#src/admin/layout/form-page.module.css'
import { LinkButton } from '#src/admin/layout/LinkButton.tsx'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { DirectoryRulesPanel } from './DirectoryRulesPanel.tsx'

const skeleton = (
  <PagePanel>
    <SkeletonRows />
  </PagePanel>
)

/** The directories of the caller's organisation, and which of their groups lead to which project (decision 113). */
export default function OwnDirectoriesPage() {
  const own = useEndpoint(directories.own_list)
  const listed = useEndpoint(projects.list, { query: { page_size: 100, sort: 'name', order: 'asc' } })
  return (
    <div className={frame.page}>
      <PageHeading
        title="组织登录"
        meaning="同事或学生用学校、公司的账号登录，第一次登录就有自己的子账号：费用由你支付，实名用你的认证，离开后随之停用。"
      />
      <AsyncView
        data={own.data}
        error={own.error}
        errorTitle="组织登录加载失败"
        onRetry={() => void own.refetch()}
        skeleton={skeleton}
      >
        {(rows) =>
          rows.length === 0 ? (
            <PagePanel>
              <EmptyState
                title="还没有接入组织登录"
                hint="支持 OpenID Connect、CAS 与 LDAP。请把学校或公司的登录服务信息交给平台客服，接入后在这里设置哪个组进入哪个项目。"
                action={<LinkButton to={paths.aboutUs}>联系客服</LinkButton>}
              />
            </PagePanel>
          ) : (
            <AsyncView
              data={listed.data}
              error={listed.error}
              errorTitle="项目加载失败"
              onRetry={() => void listed.refetch()}
              skeleton={skeleton}
            >
              {(all) => rows.map((row) => <DirectoryRulesPanel key={row.id} directory={row} projects={all} />)}
            </AsyncView>
          )
        }
      </AsyncView>
    </div>
  )
}
