import { Fragment } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { Icon } from '#src/ui/Icon.tsx'
import { toFolderAddress } from './folder-address.ts'
import styles from './PathTrail.module.css'
import { rootFolderName, toBaseName, toFolderChain } from './storage-path.ts'

/** The way from the top to this folder; each step leads there. */
export function PathTrail({ path }: { path: string }) {
  const [search] = useSearchParams()
  const steps = ['', ...toFolderChain(path)]
  return (
    <nav aria-label="所在文件夹" className={styles.trail}>
      <ol>
        {steps.map((step) => {
          const name = step ? toBaseName(step) : rootFolderName
          const here = step === path
          return (
            <Fragment key={step}>
              <li aria-current={here ? 'location' : undefined}>
                {here ? <strong>{name}</strong> : <Link to={toFolderAddress(search, step)}>{name}</Link>}
              </li>
              {!here && (
                <li aria-hidden>
                  <Icon name="chevron" />
                </li>
              )}
            </Fragment>
          )
        })}
      </ol>
    </nav>
  )
}
