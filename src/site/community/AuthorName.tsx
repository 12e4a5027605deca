import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { Tag } from '#src/ui/ToneTag.tsx'
import styles from './Side.module.css'

/** Who made it, and the way to all they published. */
export const AuthorName = ({ id, nickname, is_creator }: { id: string; nickname: string; is_creator: boolean }) => (
  <span className={styles.author}>
    <Link to={paths.community_author(id)}>{nickname}</Link>
    {is_creator && <Tag>创作者</Tag>}
  </span>
)
