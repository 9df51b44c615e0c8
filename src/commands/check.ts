import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { Command } from 'commander';
import type { CheckResult } from '../server/checks.js';
import { readSettings, readSettingsWith, type Settings, SettingsError } from '../settings.js';

interface Options {
  readonly envFile?: string;
}

const print = ({ isOk, name, detail }: CheckResult): void =>
  void process.stdout.write(`${isOk ? 'ok  ' : 'FAIL'}  ${name.padEnd(8)}  ${detail}\n`);

async function readChecked({ envFile }: Options): Promise<Settings | undefined> {
  try {
    const settings =
      envFile === undefined ? readSettings() : readSettingsWith(parseEnv(await readFile(envFile, 'utf8')));
    print({ isOk: true, name: 'settings', detail: 'all are valid' });
    return settings;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    print({ isOk: false, name: 'settings', detail: error.message.replaceAll('\n', '; ') });
    return undefined;
  }
}

/** `check`: checks the settings, and the services that they name, without changing the database. */
export function checkCommand(): Command {
  return new Command('check')
    .description(
      'check the settings, the database, the archive storage and the identity provider; exits with 1 if a check fails',
    )
    .option('--env-file <file>', 'also read this file, such as .env; every variable in it must be a setting')
    .action(async (options: Options) => {
      const settings = await readChecked(options);
      // Imported only by this command, so that other commands start quickly.
      const { checkAll } = await import('../server/checks.js');
      const results = settings ? await checkAll(settings) : [];
      results.forEach(print);
      if (!settings || results.some(({ isOk }) => !isOk)) process.exitCode = 1;
    });
}
