import { Link } from 'react-router-dom'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { getServerNow } from '#src/api/server-time.ts'
import { paths } from '#src/paths.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { formatReleaseSoon } from './release-text.ts'
import styles from './UpcomingReleases.module.css'
import { useUpcomingReleases } from './use-spend-rate.ts'

/** Instances that will be released within a week, with the action to keep them. */
export default function UpcomingReleases() {
  const { data } = useUpcomingReleases()
  if (!data?.length) return null
  return (
    <PagePanel title="即将释放" flush>
      <p className={styles.meaning}>停用满 15 天会释放，系统盘和数据盘永久删除。开机一次即可重新计算。</p>
      <ul className={styles.list}>
        {data.map(({ id, nick_name: nickName, release_at: releaseAt }) => (
          <li key={id}>
            <Link to={paths.containerInstance(id)}>{nickName}</Link>
            <span className={styles.left}>{formatReleaseSoon(releaseAt, getServerNow())}</span>
            <TimeText at={releaseAt} />
          </li>
        ))}
      </ul>
    </PagePanel>
  )
}
