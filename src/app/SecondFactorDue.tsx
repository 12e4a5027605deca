import { Link } from 'react-router-dom'
import { resultCodes } from '#contract/codes.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { paths } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/** In place of the back office, for an operator who must first add a second factor (decision 101). */
export function SecondFactorDue() {
  return (
    <>
      <PageHeading title="运营后台" />
      <PagePanel>
        <EmptyState
          title="请先开启两步验证"
          hint={`${resultCodes.second_factor_missing.message}：只知道密码或截到短信的人进不来。在手机上装一个身份验证器，一两分钟即可完成。`}
          action={<Link to={paths.accountSecurity}>去账户安全开启</Link>}
        />
      </PagePanel>
    </>
  )
}
