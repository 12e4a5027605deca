import { Refine, type RefineProps, type ResourceProps } from '@refinedev/core'
import routerProvider, { UnsavedChangesNotifier } from '@refinedev/react-router'
import type { Query, QueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { UserInfo } from '#contract/users.ts'
import type { ConsolePage } from '#src/admin/define-page.ts'
import { buildEntryPaths, type ResourceEntry } from '#src/admin/resource-entry.ts'
import { stripQuery } from '#src/admin/resource-paths.ts'
import { createAccessProvider } from '#src/providers/access-provider.ts'
import { createAuditProvider } from '#src/providers/audit-provider.ts'
import { createAuthProvider } from '#src/providers/auth-provider.ts'
import { createDataProvider } from '#src/providers/data/data-provider.ts'
import { createI18nProvider } from '#src/providers/i18n/i18n-provider.ts'
import { createLiveProvider } from '#src/providers/live/live-provider.ts'
import { notificationProvider } from '#src/providers/notification-provider.ts'
import { createQueryClient } from '#src/providers/query-client.ts'
import { currentUser } from '#src/session/current-user.ts'
import { liveStream } from '#src/session/live-stream.ts'
import { session } from '#src/session/session.ts'
import { signOut } from '#src/ui/sign-out.ts'
import { useStore } from '#src/ui/use-store.ts'

/** Converts a resource entry to Refine's resource definition. */
function toRefineResource(resource: ResourceEntry): ResourceProps {
  const { list, create, show, update } = buildEntryPaths(resource)
  return {
    name: resource.name,
    list,
    ...(create && { create }),
    ...(show && { show: stripQuery(show) }),
    ...(update && { edit: update }),
    meta: { label: resource.label, canDelete: Boolean(resource.access.delete) },
  }
}

/** Matches Refine's queries for the identity and the permissions of the user. */
const isOfUser = ({ queryKey: [kind, what] }: Query) => kind === 'access' || (kind === 'auth' && what === 'identity')

const asItIs = (word: string) => word

/** Refine providers that tests replace. */
export type ConsoleProviders = Pick<RefineProps, 'dataProvider' | 'authProvider' | 'accessControlProvider'>

interface Props {
  resources: readonly ResourceEntry[]
  pages: readonly ConsolePage[]
  providers?: ConsoleProviders | undefined
}

const refineOf = ({ resources, pages, providers }: Props, client: QueryClient): Omit<RefineProps, 'children'> => {
  const authProvider = providers?.authProvider ?? createAuthProvider({ signOut })
  const whoIs = async () => ((await authProvider.getIdentity?.()) as UserInfo | null | undefined) ?? null
  return {
    routerProvider,
    resources: resources.map(toRefineResource),
    dataProvider: providers?.dataProvider ?? createDataProvider(resources),
    authProvider,
    accessControlProvider: providers?.accessControlProvider ?? createAccessProvider({ resources, pages, whoIs }),
    liveProvider: createLiveProvider(resources, client, liveStream),
    notificationProvider,
    i18nProvider: createI18nProvider(resources),
    auditLogProvider: createAuditProvider(resources),
    options: {
      disableTelemetry: true,
      disableRouteChangeHandler: true, // the session is watched, so no check per route change
      warnWhenUnsavedChanges: true,
      liveMode: 'auto',
      reactQuery: { clientConfig: client },
      textTransformers: { humanize: asItIs, plural: asItIs, singular: asItIs },
      title: { text: '智算中心' },
    },
  }
}

/** Refine with the console's providers. A new user gets a new query cache, so that no one sees another user's data. */
export function ConsoleRefine({ resources, pages, providers, children }: Props & { children: ReactNode }) {
  const userId = useStore(session)?.userId
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new user is the reason for new providers
  const client = useMemo(createQueryClient, [resources, userId])
  const refine = useMemo(() => refineOf({ resources, pages, providers }, client), [resources, pages, providers, client])
  useEffect(
    () =>
      currentUser.subscribe(() => {
        if (currentUser.get()) void client.invalidateQueries({ predicate: isOfUser })
      }),
    [client],
  )
  // refetch everything on the page: it may have changed or failed while no stream was open
  useEffect(() => liveStream.onBack(() => void client.invalidateQueries()), [client])
  return (
    <Refine key={userId} {...refine}>
      {children}
      <UnsavedChangesNotifier />
    </Refine>
  )
}
