import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { useBrand } from '#src/ui/use-brand.ts'
import styles from './BrandLink.module.css'
import { BrandMark } from './BrandMark.tsx'

export function BrandLink() {
  return (
    <Link className={styles.brand} to={paths.home()}>
      <BrandMark />
      <span>{useBrand()}</span>
    </Link>
  )
}
