import { Link } from 'react-router-dom'
import type { UserInfo } from '#contract/users.ts'
import frame from '#src/admin/layout/FormPage.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { paths } from '#src/paths.ts'
import { currentUser } from '#src/session/current-user.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './AccountInfoPage.module.css'
import { AvatarRow } from './AvatarRow.tsx'
import { NicknameRow } from './NicknameRow.tsx'

function Info({ user }: { user: UserInfo }) {
  const verified = user.real_name.passed === 'T'
  return (
    <PagePanel>
      <SettingRows>
        <AvatarRow user={user} />
        <NicknameRow user={user} />
        <SettingRow title="UUID">
          <CopyText text={user.uuid} label="复制 UUID" mono />
        </SettingRow>
        <SettingRow title="手机号" action={<Link to={paths.accountSecurity}>更换</Link>}>
          <span className={styles.figures}>{user.phone}</span>
        </SettingRow>
        <SettingRow
          title="实名认证"
          state={
            <ToneTag tone={verified ? 'success' : 'warning'} icon={verified ? 'check' : 'warning'}>
              {verified ? '已实名' : '未实名'}
            </ToneTag>
          }
          action={<Link to={paths.certificationDetails}>{verified ? '查看' : '去认证'}</Link>}
        >
          {verified ? user.real_name.name : '租用算力前须完成'}
        </SettingRow>
        <SettingRow title="账号类型">{user.account_type === 'main' ? '主账号' : '子账号'}</SettingRow>
        <SettingRow title="注册时间">
          <TimeText at={user.created_at} />
        </SettingRow>
      </SettingRows>
    </PagePanel>
  )
}

/** Who I am to others: picture, name and number of the account (product §6). */
export default function AccountInfoPage() {
  const user = useStore(currentUser)
  return (
    <div className={frame.page}>
      <PageHeading title="基本信息" meaning="头像和昵称会显示在顶栏，以及你发布到社区的内容旁。" />
      {user ? (
        <Info user={user} />
      ) : (
        <PagePanel>
          <SkeletonRows />
        </PagePanel>
      )}
    </div>
  )
}
