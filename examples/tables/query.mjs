// Prints what DuckDB answers as CSV, for `fairshare verify --csv`: node query.mjs SELECT...
import { DuckDBInstance } from '@duckdb/node-api';

const instance = await DuckDBInstance.create();
const connection = await instance.connect();
await connection.run(`COPY (${process.argv[2]}) TO '/dev/stdout' (FORMAT csv, HEADER)`);
