/** Opens the store that the settings name. */
import type { Log } from '../service/parts.ts';
import type { Driver } from '../store/driver.ts';
import { openPglite } from '../store/pglite.ts';
import type { Store } from '../store/port.ts';
import { openPostgres } from '../store/postgres.ts';
import { openSqlStore } from '../store/sql-store.ts';
import type { Config } from './config.ts';

/** @throws FolderInUse, ForeignDatabase, StoreAway */
export const openStore = async (config: Config, log: Log): Promise<Store> => {
  const driver = await openDriver(config, log);
  try {
    return await openSqlStore(driver);
  } catch (error) {
    await driver.close();
    throw error;
  }
};

const openDriver = ({ databaseUrl, dataDir }: Config, log: Log): Promise<Driver> => {
  if (databaseUrl !== null) {
    log.info({}, 'connecting to PostgreSQL');
    return openPostgres(databaseUrl, (error) =>
      log.warn({ err: error }, 'a database connection was lost'),
    );
  }
  log.info(
    { dataDir },
    'opening the embedded database; the first time, making it takes a few seconds. ' +
      'It survives a crash of the service, but does not fsync: a power cut may lose the last writes',
  );
  return openPglite(dataDir);
};
