import { Link } from 'react-router-dom'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { serverNow } from '#src/api/server-time.ts'
import { paths } from '#src/paths.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { releaseText } from './release-text.ts'
import styles from './UpcomingReleases.module.css'
import { useReleases } from './use-spend-rate.ts'

/** What will be gone within a week, with the way to keep it. */
export default function ReleaseList() {
  const { data } = useReleases()
  if (!data?.length) return null
  return (
    <Panel title="即将释放" flush>
      <p className={styles.meaning}>停用满 15 天会释放，系统盘和数据盘永久删除。开机一次即可重新计算。</p>
      <ul className={styles.list}>
        {data.map(({ id, nick_name, release_at }) => (
          <li key={id}>
            <Link to={paths.container_instance(id)}>{nick_name}</Link>
            <span className={styles.left}>{releaseText(release_at, serverNow())}</span>
            <TimeText at={release_at} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
