import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './entry-side.module.css'

/** The author, linked to all their works. */
export const AuthorName = ({ id, nickname, is_creator: isCreator }: { id: string; nickname: string; is_creator: boolean }) => (
  <span className={styles.author}>
    <Link to={paths.communityAuthor(id)}>{nickname}</Link>
    {isCreator && <ToneTag>创作者</ToneTag>}
  </span>
)
