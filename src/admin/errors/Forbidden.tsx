import { Link } from 'react-router-dom'
import { isOperatorAccess } from '#contract/access.ts'
import { resultCodes } from '#contract/codes.ts'
import type { EndpointAccess } from '#contract/endpoint.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { paths } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/** 403: the page exists, but the account has no access. */
export function Forbidden({ access }: { access?: EndpointAccess }) {
  return (
    <>
      <PageHeading title={resultCodes.forbidden.message} />
      <PagePanel>
        <EmptyState
          title="当前账号不能使用这个页面"
          hint={
            access && isOperatorAccess(access)
              ? '运营后台按角色开放。如果这是你的职责，请让管理员为你的账号申请对应的角色。'
              : '充值和开票等功能只对主账号开放。如需使用，请联系主账号的持有人。'
          }
          action={<Link to={paths.dataOverview}>回到总览</Link>}
        />
      </PagePanel>
    </>
  )
}
