import type { DirectoryKind } from '#contract/directories.ts'
import type { Deps } from '#server/deps.ts'
import { sealDirectorySecret } from '#server/domains/money/directories/connection.service.ts'
import { newId } from '#server/lib/ids.ts'
import type { DirectorySettings } from '#server/ports/directory.ts'

const settings: DirectorySettings = {
  address: 'https://sso.school.edu.cn',
  client_id: 'zhisuan',
  scopes: 'openid profile email',
  base_dn: '',
  user_filter: '',
  group_base_dn: '',
  ca: '',
  subject_attribute: '',
  name_attribute: 'name',
  email_attribute: 'email',
  groups_attribute: 'groups',
}

export interface DirectoryTraits {
  kind?: DirectoryKind
  slug?: string
  secret?: string
  settings?: Partial<DirectorySettings>
  absent_days?: number
}

/** Connects an organisation's directory, enabled and without rules; returns its id. */
export async function addDirectory(
  deps: Pick<Deps, 'database' | 'keys' | 'clock'>,
  masterId: string,
  { kind = 'oidc', slug, secret, settings: own = {}, absent_days: absentDays }: DirectoryTraits = {},
): Promise<string> {
  const id = newId('directory')
  await deps.database.kysely
    .insertInto('directories')
    .values({
      id,
      slug: slug ?? id.slice(-20),
      name: '示例大学',
      kind,
      master_id: masterId,
      settings: JSON.stringify({ ...settings, ...own }),
      secret_cipher: secret ? sealDirectorySecret(deps, id, secret) : null,
      enabled: true,
      listed: true,
      absent_days: absentDays ?? null,
      created_at: deps.clock.now(),
    })
    .execute()
  return id
}
